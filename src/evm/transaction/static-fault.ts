import type { BlockEnvironment } from '../../kernel/engine.ts';
import { feeCap, tipCap, type UnsignedTransaction, usualCodeBytes } from '../../kernel/transaction/transaction.ts';
import type { DataFault, PriceFault, StaticFault } from './fault.ts';
import { type GasCost, type GasCostInput, gasCost, gasCostInputOf } from './gas-cost.ts';

const maxUint256 = 2n ** 256n - 1n;

/** The rules of the chain that a transaction must satisfy. */
export type ChainRules = Pick<BlockEnvironment, 'fork' | 'chainId' | 'gasLimit' | 'maxTransactionGas' | 'maxCodeBytes'>;

/**
 * Why the transaction is invalid in every state, or undefined. A pool checks it once, on arrival. `cost`: when its gas
 * is already known.
 */
export function staticFault(tx: UnsignedTransaction, rules: ChainRules, cost?: GasCost): StaticFault | undefined {
  const price = priceFault(tx.gasLimit, feeCap(tx), tipCap(tx));
  return envelopeFault(tx, rules) ?? price ?? dataFault(gasCostInputOf(tx), tx.gasLimit, rules, cost);
}

/** Initcode size (EIP-3860), intrinsic gas and floor gas (EIP-7623). */
export function dataFault(
  input: GasCostInput,
  gasLimit: bigint,
  { fork, maxCodeBytes = usualCodeBytes }: Pick<ChainRules, 'fork' | 'maxCodeBytes'>,
  cost?: GasCost,
): DataFault | undefined {
  const size = input.data.length;
  const limit = 2 * maxCodeBytes;
  if (input.to === undefined && size > limit) {
    return { code: 'initcode-too-large', size, limit };
  }
  const { intrinsic, floor } = cost ?? gasCost(input, fork);
  if (gasLimit < intrinsic) return { code: 'intrinsic-gas-too-low', gasLimit, needed: intrinsic };
  return gasLimit < floor ? { code: 'floor-gas-too-low', gasLimit, needed: floor } : undefined;
}

/** Fees that contradict each other (EIP-1559) or exceed 256 bits. */
export function priceFault(gasLimit: bigint, cap: bigint, tip: bigint): PriceFault | undefined {
  if (tip > cap) return { code: 'tip-above-fee-cap', tipCap: tip, feeCap: cap };
  return gasLimit * cap > maxUint256 ? { code: 'fee-overflow', gasLimit, feeCap: cap } : undefined;
}

function envelopeFault(tx: UnsignedTransaction, { fork, chainId, ...limits }: ChainRules): StaticFault | undefined {
  if (tx.type === 4 && fork === 'cancun') return { code: 'type-not-supported', type: tx.type, fork };
  if (tx.chainId !== undefined && tx.chainId !== chainId) {
    return { code: 'wrong-chain-id', expected: chainId, got: tx.chainId };
  }
  const gasFault = gasLimitFault(tx.gasLimit, limits);
  if (gasFault !== undefined || tx.type !== 4) return gasFault;
  if (tx.to === undefined) return { code: 'creation-with-authorizations' };
  return tx.authorizationList.length === 0 ? { code: 'authorization-list-empty' } : undefined;
}

/** The limit of one transaction (EIP-7825) and that of its block. */
function gasLimitFault(
  gasLimit: bigint,
  { gasLimit: blockGasLimit, maxTransactionGas: cap }: Pick<ChainRules, 'gasLimit' | 'maxTransactionGas'>,
): StaticFault | undefined {
  if (cap !== undefined && gasLimit > cap) return { code: 'gas-limit-above-cap', gasLimit, cap };
  return gasLimit > blockGasLimit ? { code: 'gas-limit-above-block', gasLimit, blockGasLimit } : undefined;
}
