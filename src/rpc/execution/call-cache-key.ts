import { noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import type { BlockRef } from '../params/block-ref.ts';
import type { CallRequest } from '../params/call-request.ts';
import type { CallTarget } from './call-context.ts';

/** Bytes of arguments; longer ones seldom repeat. */
const mostData = 1_024;

/**
 * A text that identifies a call; undefined unless the call is one that clients often repeat: on the newest block without
 * overrides, with few arguments, and without fees, nonce or lists.
 */
export function callCacheKey(
  request: CallRequest,
  { block, stateOverrides, blockOverrides }: Pick<CallTarget, 'block' | 'stateOverrides' | 'blockOverrides'>,
): string | undefined {
  if (!isHead(block) || stateOverrides.size > 0 || blockOverrides !== noBlockOverrides) return undefined;
  const { from = '', to, gas = '', value = '', data } = request;
  if (to === undefined || !isPlain(request) || (data?.length ?? 0) > mostData) return undefined;
  return `${to} ${from} ${gas} ${value} ${data === undefined ? '' : Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1')}`;
}

/** Pending stands for the block after. */
function isHead(block: BlockRef): boolean {
  return block.by === 'tag' && block.tag !== 'earliest' && block.tag !== 'pending';
}

function isPlain(request: CallRequest): boolean {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request;
  const { nonce, chainId, accessList, authorizationList, blobVersionedHashes } = request;
  const others = gasPrice ?? maxFeePerGas ?? maxPriorityFeePerGas ?? nonce ?? chainId;
  return (others ?? accessList ?? authorizationList ?? blobVersionedHashes) === undefined;
}
