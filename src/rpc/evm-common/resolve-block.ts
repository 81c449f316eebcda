import type { ChainReader, SealedHeader } from '../../chain/types.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { StateView } from '../../state/types.ts';
import type { NodeControl } from '../node-control.ts';
import type { BlockRef } from '../params/block-ref.ts';
import { RpcError } from '../rpc-error.ts';

/** Whether it is the block that would be made now. */
export function isPending(ref: BlockRef | undefined): boolean {
  return ref?.by === 'tag' && ref.tag === 'pending';
}

/** The block above the head that it is; undefined for one of the chain. */
export function aboveHead(ref: BlockRef): 'pending' | 'unfinished' | undefined {
  return ref.by === 'tag' && (ref.tag === 'pending' || ref.tag === 'unfinished') ? ref.tag : undefined;
}

/** Reads something of the block that a client names; when it is the pending one, that is made first. */
export function readAt<T>(
  { pendingBlock, unfinishedBlock }: Pick<NodeControl, 'pendingBlock' | 'unfinishedBlock'>,
  ref: BlockRef,
  read: () => MaybePromise<T>,
): MaybePromise<T> {
  const above = aboveHead(ref);
  const made = above === 'pending' ? pendingBlock() : above && unfinishedBlock();
  return made instanceof Promise ? made.then(read) : read();
}

/**
 * Height of the block that a client names; undefined for one that does not exist. A committed block is final, so that
 * latest, safe and finalized are one block. Pending stands for the latest one.
 */
export function heightOf(chain: ChainReader, ref: BlockRef): number | undefined {
  if (ref.by === 'hash') return chain.heightOf(ref.hash);
  const head = chain.head().number;
  if (ref.by === 'tag') return ref.tag === 'earliest' ? chain.identity.genesisHeight : head;
  return ref.height <= head && ref.height >= chain.identity.genesisHeight ? ref.height : undefined;
}

/** The same, for methods that require the block. Throws an RpcError. */
export function requireHeight(chain: ChainReader, ref: BlockRef): number {
  const height = heightOf(chain, ref);
  if (height === undefined) throw unknownBlock(ref);
  return height;
}

/** State after the block; the pending one as it was last made (`readAt`). Throws an RpcError. */
export function requireState(chain: ChainReader, ref: BlockRef): StateView {
  const state = chain.states.at(aboveHead(ref) ?? requireHeight(chain, ref));
  if (state === undefined) throw unknownBlock(ref);
  return state;
}

/** Header of the block; the pending one as it was last made. Throws an RpcError. */
export function requireHeader(chain: ChainReader, ref: BlockRef): SealedHeader {
  const pending = isPending(ref) ? chain.states.pending : undefined;
  if (pending !== undefined) return pending.header;
  const header = ref.by === 'tag' && ref.tag !== 'earliest' ? chain.head() : chain.header(requireHeight(chain, ref));
  if (header === undefined) throw unknownBlock(ref);
  return header;
}

function unknownBlock(ref: BlockRef): RpcError {
  return new RpcError(-32000, ref.by === 'hash' ? 'header for hash not found' : 'header not found');
}
