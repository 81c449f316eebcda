import type { BlockEnvironment, RunOptions } from '../../kernel/engine.ts';
import type { PlainOutcome, PlainRuns } from '../../kernel/plain-runs.ts';
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
 * Applies a transaction inside the engine, with the same result as `applyTransaction`. undefined, and nothing changed,
 * when that one has to: most kinds of transactions and everything invalid are left to it.
 */
export function applyPlain(tx: SentTransaction, { plain, block, state, run }: PlainContext): PlainOutcome | undefined {
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
  const plainTx = { sender, to, nonce, value, data, gasLimit, gasPrice, mostCost, gasCost: cost, accessList };
  return plain.run(plainTx, run);
}
