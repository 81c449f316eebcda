import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockDates, SetTimes } from '../consensus/single/block-dates.ts';
import { maxTimestampSeconds } from '../primitives/time.ts';
import type { Log } from './log/create-log.ts';

/** Beside the data of the chain, so that it goes when they go. */
const fileOf = (dataFolder: string): string => join(dataFolder, 'block-times');

/**
 * What somebody had set of the times of blocks before the node was started again; undefined when nobody had. A file
 * without such numbers counts as none.
 */
export function readSetTimes(dataFolder: string): SetTimes | undefined {
  try {
    const { shift, next, step, base } = JSON.parse(readFileSync(fileOf(dataFolder), 'utf8')) as Partial<SetTimes>; // checked here
    return isTime(shift)
      ? { shift, next: timeOrNone(next), step: timeOrNone(step), base: timeOrNone(base) }
      : undefined;
  } catch {
    return undefined; // nobody has set anything
  }
}

const timeOrNone = (value: unknown): number | undefined => (isTime(value) ? value : undefined);

function isTime(milliseconds: unknown): milliseconds is number {
  return typeof milliseconds === 'number' && Math.abs(milliseconds) <= maxTimestampSeconds * 1000;
}

/** Keeps in the home what is set: after a restart the time continues from there, and did not stand still meanwhile. */
export function keepSetTimes(dates: BlockDates, dataFolder: string, log: Pick<Log, 'warn'>): void {
  const file = fileOf(dataFolder);
  dates.onSet((times) => {
    try {
      writeFileSync(`${file}.new`, `${JSON.stringify(times)}\n`);
      renameSync(`${file}.new`, file);
    } catch (err) {
      log.warn({ err }, 'the time that was moved is not kept for the next start');
    }
  });
}
