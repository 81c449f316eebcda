import { count } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { blockHeight } from '../../kernel/codec/units.ts';
import type { HookContext, HookEnvironment } from '../../kernel/module.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { zeroHash } from '../../primitives/hash.ts';
import type { StateView } from '../../state/types.ts';
import { inflationAddress } from '../addresses.ts';

/** The measured duration of epochs, from which yearly rates are computed. */

/** Milliseconds of a year of 365 days. */
export const yearMs = 31_536_000_000;

/** Epochs that the pace is averaged over: a week where an epoch takes a day. */
const maxMeasured = 7;

const epochTime = struct({ blocks: count, milliseconds: count });
const pace = struct({
  /** height and time (milliseconds since 1970) of the block that the running epoch began after */
  since_height: blockHeight,
  since_time: count,
  /** milliseconds of all epochs that ended */
  elapsed: count,
  /** the last epochs that ended, the newest first */
  measured: list(epochTime),
});

export const paceRecord = recordsOf(inflationAddress).single(
  2,
  'pace',
  'How long epochs take by the times in the headers: the running one, all, and the last ones.',
  pace,
  { since_height: 0, since_time: 0, elapsed: 0, measured: [] },
);

/** The first epoch begins with the genesis block; that of an imported chain continues. */
export function beginPace({ state, block }: HookEnvironment): void {
  const found = paceRecord.get(state);
  if (found.since_time > 0) return;
  const begun = { since_height: Number(block.number), since_time: Number(block.timestamp) * 1000 };
  paceRecord.set(state, { ...found, ...begun });
}

/**
 * In the first block of a new chain, whose parent has none: the time since its genesis does not count, as a genesis can
 * be months older than the chain. The first block counts as having taken the target.
 */
export function leaveOutWait({ state, block, report }: HookContext, targetBlockMs: number): void {
  const pace = paceRecord.get(state);
  const isNew = pace.elapsed === 0 && Number(block.number) === pace.since_height + 1;
  const isFirst = isNew && block.blockHash(block.number - 2n) === zeroHash;
  if (isFirst) paceRecord.set(state, { ...pace, since_time: Math.max(0, report.time - targetBlockMs) });
}

/** Ends the running epoch with this block. Returns its milliseconds, by the times in the headers. */
export function endEpochTime({ state, block, report }: HookContext): number {
  const { since_height, since_time, elapsed, measured } = paceRecord.get(state);
  const milliseconds = Math.max(0, report.time - since_time);
  const height = Number(block.number);
  const ended = { blocks: height - since_height, milliseconds };
  paceRecord.set(state, {
    since_height: height,
    since_time: report.time,
    elapsed: elapsed + milliseconds,
    measured: [ended, ...measured].slice(0, maxMeasured),
  });
  return milliseconds;
}

/** Restarts the running epoch without counting its time: while the module is off, nothing is minted for it. */
export function skipEpochTime({ state, block, report }: HookContext): void {
  paceRecord.set(state, { ...paceRecord.get(state), since_height: Number(block.number), since_time: report.time });
}

/**
 * Milliseconds of an epoch of so many blocks: by the blocks of the last epochs, and before the first has ended by the
 * target. At least 1: blocks may follow each other within a millisecond.
 */
export function epochMs(state: StateView, epochLength: number, targetBlockMs: number): number {
  const { measured } = paceRecord.get(state);
  const blocks = measured.reduce((sum, epoch) => sum + epoch.blocks, 0);
  if (blocks === 0) return Math.max(1, epochLength * targetBlockMs);
  const milliseconds = measured.reduce((sum, epoch) => sum + epoch.milliseconds, 0);
  return Math.max(1, Number((BigInt(milliseconds) * BigInt(epochLength)) / BigInt(blocks)));
}

/** The year that a chain is in after so many milliseconds, from 1. */
export function yearAfter(elapsed: number): number {
  return Number(BigInt(elapsed) / BigInt(yearMs)) + 1;
}
