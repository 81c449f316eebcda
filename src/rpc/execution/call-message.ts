import type { CallMessage } from '../../evm/transaction/apply-message.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { CallRequest } from '../params/call-request.ts';
import { RpcError } from '../types.ts';

/** Gas of a call where neither client nor node sets a limit. */
const unlimited = 2n ** 63n - 1n;

/** What the client left out of a call, filled in: from nobody, no value, no fee, at most `gasLimit` of gas. */
export function toCallMessage(request: CallRequest, gasLimit: bigint): CallMessage {
  const { gasPrice } = request;
  return {
    sender: request.from ?? zeroAddress,
    to: request.to,
    value: request.value ?? 0n,
    data: request.data ?? emptyBytes,
    gasLimit,
    feeCap: gasPrice ?? request.maxFeePerGas ?? 0n,
    tipCap: gasPrice ?? request.maxPriorityFeePerGas ?? 0n,
    accessList: request.accessList ?? [],
    authorizations: request.authorizationList ?? [],
    blobHashes: request.blobVersionedHashes ?? [],
  };
}

/** The gas asked for, or `fallback`, within the node's cap (0n for none). */
export function cappedGas(asked: bigint | undefined, fallback: bigint | undefined, cap: bigint): bigint {
  const wanted = asked ?? fallback ?? (cap === 0n ? unlimited : cap);
  return cap > 0n && wanted > cap ? cap : wanted;
}

export function paysGas({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: CallRequest): boolean {
  return (gasPrice ?? 0n) > 0n || (maxFeePerGas ?? 0n) > 0n || (maxPriorityFeePerGas ?? 0n) > 0n;
}

/** Throws an RpcError when the client means another chain. */
export function assertChainId(asked: bigint | undefined, chainId: bigint): void {
  if (asked === undefined || asked === chainId) return;
  throw new RpcError(-32000, `chainId does not match node's (have=${asked}, want=${chainId})`);
}
