import type { CallMessage } from '../../evm/transaction/apply-message.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { CallRequest } from '../params/call-request.ts';
import { RpcError } from '../rpc-error.ts';

/** Gas of a call where neither client nor node sets a limit. */
const unlimitedGas = 2n ** 63n - 1n;

/** Throws a TransactionFaultError for a list of authorizations that no transaction can have. */
export function assertAuthorizations({ authorizationList, to }: CallRequest): void {
  if (authorizationList === undefined) return;
  if (to === undefined) throw new TransactionFaultError({ code: 'creation-with-authorizations' });
  if (authorizationList.length === 0) throw new TransactionFaultError({ code: 'authorization-list-empty' });
}

/**
 * A call with defaults for what the client left out: zero address as sender, no value, no fee. Throws a
 * TransactionFaultError.
 */
export function toCallMessage(request: CallRequest, gasLimit: bigint): CallMessage {
  assertAuthorizations(request);
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

/** The requested gas, or `fallback`, within the node's cap (0n for none). */
export function cappedGas(requested: bigint | undefined, fallback: bigint | undefined, cap: bigint): bigint {
  const wanted = requested ?? fallback ?? (cap === 0n ? unlimitedGas : cap);
  return cap > 0n && wanted > cap ? cap : wanted;
}

/** Whether a call names a price for its gas. */
export function paysGas({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: CallRequest): boolean {
  return (gasPrice ?? 0n) > 0n || (maxFeePerGas ?? 0n) > 0n || (maxPriorityFeePerGas ?? 0n) > 0n;
}

/** Throws an RpcError when the client names another chain id than that of what it calls. */
export function assertChainId(requested: bigint | undefined, chainId: bigint): void {
  if (requested === undefined || requested === chainId) return;
  throw new RpcError(-32000, `chainId does not match node's (have=${requested}, want=${chainId})`);
}
