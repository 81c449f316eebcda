import type { BlockEnvironment, RunOptions } from '../../kernel/engine.ts';
import type { PlainOutcome, PlainRuns, PlainTransaction } from '../../kernel/plain-runs.ts';
import { accessListOf, effectiveGasPrice, feeCap, hybridType } from '../../kernel/transaction/transaction.ts';
import type { StateView } from '../../state/types.ts';
import { gasCost, gasCostInputOf } from './gas-cost.ts';
import { maxNonce, type SentTransaction } from './sender-fault.ts';
import { signerFault } from './signature-fault.ts';
import { staticFault } from './static-fault.ts';
import { feeFault } from './transaction-fault.ts';

const maxUint256 = 2n ** 256n - 1n;

type PlainContext = {
  readonly plain: PlainRuns;
  readonly block: BlockEnvironment;
  /** for records of native modules only */
  readonly state: StateView;
  readonly run: RunOptions;
};

/**
 * Applies transactions, in order, inside the engine, with the same result as `applyTransaction`. Returns the outcomes of
 * those before the first that is not plain or not valid, or has a gas limit above what is left of `gas`; perhaps fewer,
 * but none only when the first is to be applied by `applyTransaction`. Throws what the first throws, with nothing
 * changed.
 */
export function applyPlain(txs: readonly SentTransaction[], gas: bigint, context: PlainContext): PlainOutcome[] {
  const plain: PlainTransaction[] = [];
  for (const tx of txs) {
    const next = toPlain(tx, context);
    if (next === undefined) break;
    plain.push(next);
  }
  return plain.length === 0 ? [] : context.plain.run(plain, gas, context.run);
}

/** undefined when the transaction is not plain, or not valid, as far as can be told before. */
function toPlain(tx: SentTransaction, { block, state, run }: PlainContext): PlainTransaction | undefined {
  const { sender, to, nonce, value, data, gasLimit } = tx;
  if (to === undefined || tx.type === 4 || tx.type === hybridType || nonce >= maxNonce) return undefined;
  const cost = gasCost(gasCostInputOf(tx), block.fork);
  const cap = feeCap(tx);
  if ((staticFault(tx, block, cost) ?? feeFault(sender, cap, block.baseFee)) !== undefined) return undefined;
  const { fees, signatures } = run.natives;
  if (fees?.fundsOf(state, tx) !== undefined || signerFault(tx, state, signatures) !== undefined) return undefined;
  const mostCost = gasLimit * cap + value;
  if (mostCost > maxUint256) return undefined;
  const gasPrice = effectiveGasPrice(tx, block.baseFee);
  const accessList = accessListOf(tx);
  return { sender, to, nonce, value, data, gasLimit, gasPrice, mostCost, gasCost: cost, accessList };
}
