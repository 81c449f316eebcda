import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Raw transactions in one buffer, which is handed over instead of copied, and where each of them ends. */
export type RecoveryTask = { readonly bytes: Uint8Array<ArrayBuffer>; readonly ends: readonly number[] };

/** What is costly to find out about a transaction. */
export type Origin = { readonly sender: Address; readonly hash: Hash };

/** One per transaction of the task; undefined for those that are none. */
export type RecoveryResult = readonly (Origin | undefined)[];

export function packTask(raws: readonly Uint8Array[]): RecoveryTask {
  const bytes = new Uint8Array(raws.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const ends = raws.map((raw) => {
    bytes.set(raw, end);
    end += raw.length;
    return end;
  });
  return { bytes, ends };
}

export function unpackTask({ bytes, ends }: RecoveryTask): Uint8Array[] {
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
