/** Receives the log of the driver and of CometBFT: fields, then the text. */
export type ConsensusLog = {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
};

/** A record of the log of CometBFT. */
export type CometRecord = {
  readonly level: string;
  /** the part of CometBFT that wrote it */
  readonly module: string;
  readonly text: string;
  /** everything else, in one line each; it may contain what a peer has chosen */
  readonly fields: Readonly<Record<string, string>>;
};

/** Number of last words that are kept. */
const keptLines = 30;
/** characters of a line that is kept or logged */
const maxLine = 600;

/** It is repeated every two seconds while a peer is away. */
const repeated = 'Error dialing peer';

/** Lines of a Go stack trace: they would displace the line with the reason. */
const trace = /^(?:\t|goroutine \d|created by |\S+\(.*\)$|$)/;

/**
 * Reads what CometBFT prints: its log, in JSON, and its last words, which the Go runtime and the command line print to
 * the error output. What is in a field of the log is nothing more than text: names of peers and their words are logged.
 */
export class CometLog {
  readonly #log: ConsensusLog;
  readonly #onRecord: (record: CometRecord) => void;
  readonly #isEnding: () => boolean;
  #lastWords: string[] = [];
  #lastError: string | undefined;

  /** `onRecord` gets each record. While CometBFT is being stopped, its errors are ignored. */
  constructor(log: ConsensusLog, onRecord: (record: CometRecord) => void, isEnding: () => boolean) {
    this.#log = log;
    this.#isEnding = isEnding;
    this.#onRecord = onRecord;
  }

  /** the last lines of the error output of this run, the newest last */
  get lastWords(): readonly string[] {
    return this.#lastWords;
  }

  /** the last error in the log of this run */
  get lastError(): string | undefined {
    return this.#lastError;
  }

  /** Called when CometBFT is restarted. */
  clear(): void {
    this.#lastWords = [];
    this.#lastError = undefined;
  }

  /** A line of its output. */
  add(line: string): void {
    const record = parseRecord(line);
    if (record === undefined) {
      this.#log.debug({}, line.slice(0, maxLine));
      return;
    }
    const { level, module, text } = record;
    const fields = { module, ...record.fields };
    if (level === 'error') this.#lastError = [text, record.fields.err ?? ''].join(' ').trim();
    if (this.#isEnding() || text === repeated) this.#log.debug(fields, text);
    else if (level === 'error') this.#log.warn(fields, text);
    else if (level === 'info') this.#log.info(fields, text);
    else this.#log.debug(fields, text);
    this.#onRecord(record);
  }

  /** A line of its error output. */
  addError(line: string): void {
    if (trace.test(line)) return;
    this.#lastWords = [...this.#lastWords.slice(1 - keptLines), line.slice(0, maxLine)];
    this.#log.debug({}, line.slice(0, maxLine));
  }
}

function parseRecord(line: string): CometRecord | undefined {
  const parsed = line.startsWith('{') ? tryParse(line) : undefined;
  if (parsed === undefined) return undefined;
  const { level, module, _msg: text, ts: _ts, ...others } = parsed;
  const fields = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, firstLine(value)]));
  return { level: String(level), module: String(module), text: String(text ?? ''), fields };
}

function firstLine(value: unknown): string {
  return String(value).split('\n', 1)[0]?.slice(0, maxLine) ?? '';
}

function tryParse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // cut off by the end of the process
  }
}
