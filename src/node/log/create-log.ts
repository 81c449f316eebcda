import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogOptions } from '../../config/log-options.ts';
import { dateMs } from '../../primitives/machine.ts';
import { plainJson } from './plain-text.ts';
import { textLine } from './text-line.ts';

/**
 * Levels: `error` needs action, `warn` may need it, `info` one line per block and a few at start and stop, `debug` one
 * line per request. Never a key, a signature or a raw request at info or above.
 */
export type Log = Logger;

/** Logs to `write`, a whole line at a time: standard output by default. */
export function createLog({ level, format }: LogOptions, write: (line: string) => void = writeLine): Log {
  const destination: DestinationStream = {
    write: (line) => write(format === 'json' ? `${plainJson(line.trimEnd())}\n` : textLine(line)),
  };
  const time = () => `,"time":"${new Date(dateMs()).toISOString()}"`;
  return pino(
    { level, base: null, timestamp: time, formatters: { level: (label) => ({ level: label }) } },
    destination,
  );
}

function writeLine(line: string): void {
  process.stdout.write(line);
}
