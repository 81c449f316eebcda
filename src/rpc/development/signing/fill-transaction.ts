import type { UnsignedTransaction } from '../../../kernel/transaction/transaction.ts';
import { maxTransactionBytes } from '../../../mempool/admission.ts';
import { MempoolError } from '../../../mempool/fault.ts';
import type { Address } from '../../../primitives/address.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { writeJson } from '../../dispatch/write-json.ts';
import type { EthDependencies } from '../../evm-common/dependencies.ts';
import type { FeeReader } from '../../evm-common/fees/block-fees.ts';
import { suggestedTip } from '../../evm-common/fees/suggested-tip.ts';
import { estimateGasExecution } from '../../execution/call-executions.ts';
import { assertAuthorizations, assertChainId } from '../../execution/call-message.ts';
import type { Executor } from '../../execution/executor.ts';
import { unfinished } from '../../params/block-ref.ts';
import type { CallRequest } from '../../params/call-request.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Call } from '../../session.ts';

export type FillDependencies = Pick<EthDependencies, 'chain' | 'node' | 'limits'> & {
  readonly fees: FeeReader;
  readonly executor: Executor;
};

/** A request with sender and gas. */
export type PricedRequest = CallRequest & { readonly from: Address; readonly gas: bigint };

/**
 * Adds the gas that the transaction is estimated to need. Rejects with an RpcError, or with what an estimate throws.
 */
export async function withGas(
  { chain, executor }: Pick<FillDependencies, 'chain' | 'executor'>,
  request: CallRequest & { readonly from: Address },
  caller: Call,
): Promise<PricedRequest> {
  assertChainId(request.chainId, chain.states.chainId());
  assertAuthorizations(request);
  requireSensible(request);
  if (request.gas !== undefined) return { ...request, gas: request.gas };
  // a tip without a fee cap: that follows from the tip, which pays for nothing in the estimate
  const call = request.maxFeePerGas === undefined ? { ...request, maxPriorityFeePerGas: undefined } : request;
  const execution = { call, block: unfinished, stateOverrides: new Map(), blockOverrides: {} };
  const estimate = await executor.run(estimateGasExecution, execution, caller);
  return { ...request, gas: BigInt(JSON.parse(writeJson(estimate))) };
}

/**
 * Completes a transaction as a wallet would: nonce, fees and type. It is synchronous, so that two transactions of one
 * sender do not get the same nonce. Throws an RpcError, and a MempoolError when it is longer than any that a pool takes.
 */
export function fillTransaction(dependencies: FillDependencies, request: PricedRequest): UnsignedTransaction {
  assertShort(request);
  const common = {
    chainId: dependencies.chain.states.chainId(),
    nonce: request.nonce ?? dependencies.node.mempool.nextNonce(request.from),
    to: request.to,
    value: request.value ?? 0n,
    data: request.data ?? emptyBytes,
    gasLimit: request.gas,
  };
  const { gasPrice, accessList, authorizationList } = request;
  if (gasPrice !== undefined && authorizationList === undefined) {
    return accessList === undefined ? { type: 0, ...common, gasPrice } : { type: 1, ...common, gasPrice, accessList };
  }
  const dynamic = { ...common, ...feesOf(dependencies, request), accessList: accessList ?? [] };
  return authorizationList === undefined ? { type: 2, ...dynamic } : { type: 4, ...dynamic, authorizationList };
}

/** Bytes of an address and of a storage key. */
const [addressBytes, keyBytes] = [20, 32];

/** By what is at least encoded, before that takes a tenth of a second: a request may have 70,000 storage keys. */
function assertShort({ data = emptyBytes, accessList = [], authorizationList = [] }: CallRequest): void {
  const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  const addresses = accessList.length + authorizationList.length;
  const size = data.length + keyBytes * keys + addressBytes * addresses;
  if (size > maxTransactionBytes) throw new MempoolError({ code: 'oversized', size, limit: maxTransactionBytes });
}

function requireSensible({ isAmbiguous, to, data }: CallRequest): void {
  if (isAmbiguous) {
    const remedy = 'Please use "input" to pass transaction call data';
    throw new RpcError(-32000, `both "data" and "input" are set and not equal. ${remedy}`);
  }
  if (to === undefined && (data ?? emptyBytes).length === 0) {
    throw new RpcError(-32000, 'contract creation without any data provided');
  }
}

/** Room for the base fee to double before the transaction is in a block. */
function feesOf({ chain, fees }: FillDependencies, request: CallRequest) {
  const { gasPrice, maxFeePerGas = gasPrice, maxPriorityFeePerGas } = request; // a list of authorizations has no gas price
  const suggested = maxPriorityFeePerGas ?? suggestedTip(chain, fees);
  const baseFee = chain.states.environmentAt('next')?.baseFee ?? 0n;
  const cap = maxFeePerGas ?? suggested + 2n * baseFee;
  if (maxPriorityFeePerGas !== undefined && cap < maxPriorityFeePerGas) {
    throw new RpcError(-32000, `maxFeePerGas (${cap}) < maxPriorityFeePerGas (${maxPriorityFeePerGas})`);
  }
  return { maxFeePerGas: cap, maxPriorityFeePerGas: suggested < cap ? suggested : cap };
}
