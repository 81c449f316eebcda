import { plainText } from './plain-text.ts';

/** A log record in JSON → one line of text: `12:00:01 block 12 committed  txs 3  gas 63000`. */
export function textLine(json: string): string {
  const { time, level, msg, part, err, ...fields }: Record<string, unknown> = JSON.parse(json);
  const head = [String(time).slice(11, 19), ...(level === 'info' ? [] : [String(level).toUpperCase()])];
  const from = part === undefined ? [] : [`${part}:`];
  const pairs = Object.entries(fields).map(([name, value]) => ` ${name} ${printValue(value)}`);
  return `${plainText([...head, ...from, msg, ...pairs].join(' '))}\n${printError(err)}`;
}

function printValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The stack of an unexpected error, indented below its line. */
function printError(err: unknown): string {
  if (typeof err !== 'object' || err === null) return '';
  const text = 'stack' in err ? err.stack : 'message' in err ? err.message : JSON.stringify(err);
  const lines = String(text).split(/\r?\n/);
  return lines.map((line) => `    ${plainText(line)}\n`).join('');
}
