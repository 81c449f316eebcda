import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockDates } from '../consensus/single/block-dates.ts';
import { maxTimestamp } from '../primitives/time.ts';
import type { Log } from './log/create-log.ts';

/** Beside the data of the chain, so that it goes when they go. */
const fileOf = (dataFolder: string): string => join(dataFolder, 'time-shift');

/**
 * By how many milliseconds somebody moved the time of blocks before the node was started again; undefined when nobody
 * did. A file without such a number counts as none.
 */
export function readTimeShift(dataFolder: string): number | undefined {
  try {
    const milliseconds = Number(readFileSync(fileOf(dataFolder), 'utf8').trim() || Number.NaN);
    return Math.abs(milliseconds) <= maxTimestamp * 1000 ? milliseconds : undefined;
  } catch {
    return undefined; // nobody has moved it
  }
}

/** Keeps the time that is moved, in the home: it goes on from there after a restart, and did not stand still meanwhile. */
export function keepTimeShift(dates: BlockDates, dataFolder: string, log: Pick<Log, 'warn'>): void {
  const file = fileOf(dataFolder);
  dates.onShift((milliseconds) => {
    try {
      writeFileSync(`${file}.new`, `${milliseconds}\n`);
      renameSync(`${file}.new`, file);
    } catch (err) {
      log.warn({ err }, 'the time that was moved is not kept for the next start');
    }
  });
}
