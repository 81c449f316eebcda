import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogOptions } from '../../config/log-options.ts';
import { textLine } from './text-line.ts';

/**
 * Levels: `error` somebody must act, `warn` it may come to that, `info` a line per block and a few at start and stop,
 * `debug` a line per request. Never a key, a signature or a raw request at info or above.
 */
export type Log = Logger;

/** Logs to `write`, a whole line at a time: standard output unless told otherwise. */
export function createLog({ level, format }: LogOptions, write: (line: string) => void = writeLine): Log {
  const destination: DestinationStream = { write: format === 'json' ? write : (line) => write(textLine(line)) };
  const time = () => `,"time":"${new Date().toISOString()}"`;
  return pino(
    { level, base: null, timestamp: time, formatters: { level: (label) => ({ level: label }) } },
    destination,
  );
}

function writeLine(line: string): void {
  process.stdout.write(line);
}
