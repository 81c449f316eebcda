import { isPending } from '../evm-common/resolve-block.ts';
import type { BlockRef } from '../params/block-ref.ts';
import type { CallRequest } from '../params/call-request.ts';
import type { CallTarget } from './call-context.ts';

/** Bytes of arguments; longer ones seldom repeat. */
const mostDataBytes = 1_024;

type Target = Pick<CallTarget, 'block' | 'stateOverrides' | 'blockOverrides'>;

/**
 * A text that identifies a call; undefined unless the call is one that clients often repeat: plain, on the newest
 * block, with few arguments.
 */
export function callCacheKey(request: CallRequest, target: Target): string | undefined {
  if (!isHead(target.block) || !isPlainCall(request, target)) return undefined;
  const { from = '', to, gas = '', value = '', data } = request;
  if (to === undefined || (data?.length ?? 0) > mostDataBytes) return undefined;
  return `${to} ${from} ${gas} ${value} ${data === undefined ? '' : Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')}`;
}

/** Pending stands for the block after. */
function isHead(block: BlockRef): boolean {
  return block.by === 'tag' && block.tag !== 'earliest' && !isPending(block);
}

/** Whether a call has no overrides, fees, nonce or lists, and does not run in the pending block. */
export function isPlainCall(request: CallRequest, { block, stateOverrides, blockOverrides }: Target): boolean {
  if (stateOverrides.size > 0 || Object.keys(blockOverrides).length > 0) return false;
  if (isPending(block)) return false;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request;
  const { nonce, chainId, accessList, authorizationList, blobVersionedHashes } = request;
  const others = gasPrice ?? maxFeePerGas ?? maxPriorityFeePerGas ?? nonce ?? chainId;
  return (others ?? accessList ?? authorizationList ?? blobVersionedHashes) === undefined;
}
