import type { EndBlockContext } from '../../kernel/module.ts';
import { daBlobPruned } from './blob-events.ts';
import { blobContents, blobExpiries, blobHolders, blobs, plainHex } from './blob-records.ts';

/**
 * Removes the data of expired blobs; their records stay. What is due in one block was stored in one block, or in few
 * after a change of the retention, so the gas of a block bounds the work.
 */
export function pruneBlobs({ state, block, emit }: EndBlockContext): void {
  for (const [height, rollupId, index] of dueBlobs(blobExpiries.list(state), block.number)) {
    blobExpiries.remove(state, height, rollupId, index);
    const blob = blobs.get(state, rollupId, index);
    if (blob === undefined) continue;
    blobs.set(state, { ...blob, pruned: true }, rollupId, index);
    blobContents.remove(state, rollupId, index);
    const commitment = plainHex(blob.commitment);
    if (blobHolders.get(state, rollupId, commitment) === index) blobHolders.remove(state, rollupId, commitment);
    emit(daBlobPruned.log({ rollupId, blobIndex: BigInt(index), prunedAtHeight: block.number }));
  }
}

type ExpiryKey = [height: number, rollupId: string, index: number];

/** The rows are ordered by height, so the scan stops at the first that is not due. */
function dueBlobs(rows: Iterable<readonly [key: ExpiryKey, value: unknown]>, now: bigint): ExpiryKey[] {
  const due: ExpiryKey[] = [];
  for (const [key] of rows) {
    if (BigInt(key[0]) > now) break;
    due.push(key);
  }
  return due;
}
