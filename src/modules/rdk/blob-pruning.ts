import type { EndBlockContext } from '../../kernel/module.ts';
import { daBlobPruned } from './blob-events.ts';
import { blobContents, blobExpiries, blobHolders, blobs, isBlobNeeded, plainHex } from './blob-records.ts';

/** Blocks after which data that was needed when it expired is looked at again. */
const blocksOfDelay = 1_000;

/**
 * Removes the data of expired blobs; their records stay. What is due in one block was stored in one block, or in few
 * after a change of the retention, so the gas of a block bounds the work.
 */
export function pruneBlobs({ state, block, emit }: EndBlockContext): void {
  for (const [height, rollupId, index] of dueBlobs(blobExpiries.list(state), block.number)) {
    blobExpiries.remove(state, height, rollupId, index);
    const blob = blobs.get(state, rollupId, index);
    if (blob === undefined) continue;
    const isHolder = blobHolders.get(state, rollupId, plainHex(blob.commitment)) === index;
    if (isHolder && isBlobNeeded(state, rollupId, blob.commitment, block.timestamp)) {
      const expires_at = Number(block.number) + blocksOfDelay;
      blobs.set(state, { ...blob, expires_at }, rollupId, index);
      blobExpiries.set(state, true, expires_at, rollupId, index);
      continue;
    }
    blobs.set(state, { ...blob, pruned: true }, rollupId, index);
    blobContents.remove(state, rollupId, index);
    const commitment = plainHex(blob.commitment);
    if (isHolder) blobHolders.remove(state, rollupId, commitment);
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
