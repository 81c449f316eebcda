import { estimateGas } from '../../../evm/estimate-gas.ts';
import type { UnsignedTransaction } from '../../../kernel/transaction/transaction.ts';
import type { Address } from '../../../primitives/address.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import type { EthDependencies } from '../../evm-common/dependencies.ts';
import type { FeeReader } from '../../evm-common/fees/block-fees.ts';
import { suggestedTip } from '../../evm-common/fees/suggested-tip.ts';
import { createCallContext, withTimeLimit } from '../../execution/call-context.ts';
import { assertChainId, cappedGas, paysGas, toCallMessage } from '../../execution/call-message.ts';
import { latest } from '../../params/block-ref.ts';
import type { CallRequest } from '../../params/call-request.ts';
import { RpcError } from '../../types.ts';

export type FillDependencies = Pick<EthDependencies, 'chain' | 'node' | 'engine' | 'natives' | 'limits'> & {
  readonly fees: FeeReader;
};

/** Completes a transaction as a wallet would: nonce, gas, fees and type. Throws an RpcError, or what an estimate throws. */
export function fillTransaction(
  dependencies: FillDependencies,
  request: CallRequest,
  sender: Address,
): UnsignedTransaction {
  const { chainId } = dependencies.chain.identity;
  assertChainId(request.chainId, chainId);
  requireSensible(request);
  const common = {
    chainId,
    nonce: request.nonce ?? dependencies.node.mempool.nextNonce(sender),
    to: request.to,
    value: request.value ?? 0n,
    data: request.data ?? emptyBytes,
    gasLimit: request.gas ?? estimate(dependencies, { ...request, from: sender }),
  };
  const { gasPrice, accessList, authorizationList } = request;
  if (gasPrice !== undefined) {
    return accessList === undefined ? { type: 0, ...common, gasPrice } : { type: 1, ...common, gasPrice, accessList };
  }
  const dynamic = { ...common, ...feesOf(dependencies, request), accessList: accessList ?? [] };
  return authorizationList === undefined ? { type: 2, ...dynamic } : { type: 4, ...dynamic, authorizationList };
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

function estimate(dependencies: FillDependencies, request: CallRequest): bigint {
  const place = { block: latest, stateOverrides: new Map(), blockOverrides: {}, paysGas: paysGas(request) };
  const context = createCallContext(dependencies, place);
  const message = toCallMessage(request, cappedGas(undefined, context.block.gasLimit, dependencies.limits.gasCap));
  return withTimeLimit(dependencies, () => estimateGas(message, context));
}

/** Room for the base fee to double before the transaction is in a block. */
function feesOf({ chain, fees }: FillDependencies, { maxFeePerGas, maxPriorityFeePerGas }: CallRequest) {
  const suggested = maxPriorityFeePerGas ?? suggestedTip(chain, fees);
  const baseFee = chain.environmentAt('next')?.baseFee ?? 0n;
  const cap = maxFeePerGas ?? suggested + 2n * baseFee;
  if (maxPriorityFeePerGas !== undefined && cap < maxPriorityFeePerGas) {
    throw new RpcError(-32000, `maxFeePerGas (${cap}) < maxPriorityFeePerGas (${maxPriorityFeePerGas})`);
  }
  return { maxFeePerGas: cap, maxPriorityFeePerGas: suggested < cap ? suggested : cap };
}
