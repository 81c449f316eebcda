/** Receives the log of the driver and of CometBFT: fields, then the text. */
export type ConsensusLog = {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
};

/** Number of last lines that are kept to explain why CometBFT has ended. */
const keptLines = 30;
/** characters of a line that is kept or logged */
const maxLine = 600;

/** It is repeated every two seconds while a peer is away. */
const repeated = 'Error dialing peer';

/** Lines of a Go stack trace: they would displace the line with the reason. */
const trace = /^(?:\t|goroutine \d|created by |\S+\(.*\)$|$)/;

/** Reads what CometBFT prints, logs it, and keeps the last lines. */
export class CometLog {
  readonly #log: ConsensusLog;
  readonly #onLine: (line: string) => void;
  readonly #isEnding: () => boolean;
  #lines: string[] = [];

  /** `onLine` gets each kept line. While CometBFT is being stopped, its errors are ignored. */
  constructor(log: ConsensusLog, onLine: (line: string) => void, isEnding: () => boolean) {
    this.#log = log;
    this.#isEnding = isEnding;
    this.#onLine = onLine;
  }

  /** the last lines of this run, the newest last */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Called when CometBFT is restarted. */
  clear(): void {
    this.#lines = [];
  }

  /** A line of its log in JSON, or what the Go runtime prints when it fails. */
  add(line: string): void {
    if (trace.test(line)) return;
    const { level, text, fields } = parseLine(line);
    const kept = [text, ...Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)].join(' ');
    this.#lines = [...this.#lines.slice(1 - keptLines), kept.slice(0, maxLine)];
    if (this.#isEnding() || text === repeated) this.#log.debug(fields, text);
    else if (level === 'error') this.#log.warn(fields, text);
    else if (level === 'info') this.#log.info(fields, text);
    else this.#log.debug(fields, text);
    this.#onLine(kept);
  }
}

type ParsedLine = { readonly level: string; readonly text: string; readonly fields: object };

function parseLine(line: string): ParsedLine {
  const record = line.startsWith('{') ? tryParse(line) : undefined;
  if (record === undefined) return { level: 'debug', text: line.slice(0, maxLine), fields: {} };
  const { level, _msg: text, ts: _ts, ...fields } = record;
  const short = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value).split('\n')[0]?.slice(0, maxLine)]),
  );
  return { level: String(level), text: String(text ?? ''), fields: short };
}

function tryParse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // cut off by the end of the process
  }
}
