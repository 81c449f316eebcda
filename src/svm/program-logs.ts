import type { Log } from '../kernel/engine.ts';
import { appendAll } from '../primitives/append-all.ts';
import { fromHex } from '../primitives/hex.ts';
import type { AccountKeys } from './account-keys.ts';
import { type AccountName, keyToBase58 } from './account-name.ts';
import type { Instruction } from './instructions.ts';

/** The error text of SVM programs that fail without an error number. */
const failure = 'generic instruction error';

/** Characters of the events of one transaction; the logs of its receipt are whole in the EVM interface. */
const maxLength = 256 * 1024;

/**
 * The log lines of a transaction: each instruction's program invoked and ended; events as `Program data:` with topics
 * and data in base64, those of other contracts inside an invocation of their own. The last instruction of a failed
 * transaction fails.
 */
export function programLogs(
  instructions: readonly Instruction[],
  { names, texts }: AccountKeys,
  events: readonly Log[],
  succeeded: boolean,
): readonly string[] {
  const lines: string[] = [];
  for (const [index, instruction] of instructions.entries()) {
    const program = names[instruction.program];
    const id = texts[instruction.program];
    if (program === undefined || id === undefined) continue;
    const isLast = index === instructions.length - 1;
    const inside = isLast ? eventsInside(events, program) : [];
    for (const line of invocation(id, 1, inside, succeeded || !isLast)) lines.push(line);
  }
  return lines;
}

/** The lines of the events, until they are too long: nodes of Solana end them in the same way, after 10,000 bytes. */
function eventsInside(events: readonly Log[], program: AccountName): readonly string[] {
  const lines: string[] = [];
  let length = 0;
  for (const event of events) {
    const ofEvent = eventLines(event, program);
    length += ofEvent.reduce((sum, line) => sum + line.length, 0);
    if (length > maxLength) return [...lines, 'Log truncated'];
    appendAll(lines, ofEvent);
  }
  return lines;
}

function eventLines(event: Log, program: AccountName): readonly string[] {
  const parts = [...event.topics.map((topic) => fromHex(topic)), event.data];
  const line = `Program data: ${parts.map((part) => Buffer.from(part).toString('base64')).join(' ')}`;
  return event.address === program ? [line] : invocation(keyToBase58(event.address), 2, [line], true);
}

function invocation(id: string, depth: number, inside: readonly string[], succeeded: boolean): readonly string[] {
  const end = succeeded ? `Program ${id} success` : `Program ${id} failed: ${failure}`;
  return [`Program ${id} invoke [${depth}]`, ...inside, end];
}
