import type { EndBlockContext } from '../../../kernel/module.ts';
import { takeDue } from '../../../kernel/module-sdk/due.ts';
import { daBlobPrunedEvent } from './blob-events.ts';
import { blobContents, blobExpiries, blobHolders, blobs, isBlobNeeded, plainHex } from './blob-records.ts';

/** Blocks after which data that was needed when it expired is looked at again. */
const delayBlocks = 1_000;

/** Most blobs that a block prunes: each removes up to 2 MB. */
const blobsPerBlock = 50;

/** Removes the data of expired blobs; their records stay. */
export function pruneBlobs(context: EndBlockContext): void {
  const { state, block, settle } = context;
  for (const [key] of takeDue(state, blobExpiries, block.number, blobsPerBlock)) {
    const [, rollupId, index] = key;
    settle(blobExpiries.name, key.join('/'), () => pruneBlob(context, rollupId, index));
  }
}

function pruneBlob({ state, block, emit }: EndBlockContext, rollupId: string, index: number): void {
  const blob = blobs.get(state, rollupId, index);
  if (blob === undefined) return;
  const isHolder = blobHolders.get(state, rollupId, plainHex(blob.commitment)) === index;
  if (isHolder && isBlobNeeded(state, rollupId, blob.commitment, block.timestamp)) {
    const expires_at = Number(block.number) + delayBlocks;
    blobs.set(state, { ...blob, expires_at }, rollupId, index);
    blobExpiries.set(state, true, expires_at, rollupId, index);
    return;
  }
  blobs.set(state, { ...blob, pruned: true }, rollupId, index);
  blobContents.remove(state, rollupId, index);
  const commitment = plainHex(blob.commitment);
  if (isHolder) blobHolders.remove(state, rollupId, commitment);
  emit(daBlobPrunedEvent.log({ rollupId, blobIndex: BigInt(index), prunedAtHeight: block.number }));
}
