import { tipCap, type UnsignedTransaction } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { aiAddress, aiAnomalyAddress, fairblockAddress } from '../addresses.ts';
import type { LaneName } from './params.ts';

/** Whether an account has a registered post-quantum key. */
export type HasPqcKey = (state: StateView, account: Address) => boolean;

const aiPrecompiles = [aiAddress, aiAnomalyAddress];

/** The lane a transaction goes through: the first in their order of priority that it fits. */
export function laneOf(
  state: StateView,
  transaction: UnsignedTransaction & { readonly sender: Address },
  hasPqcKey: HasPqcKey,
): LaneName {
  const { sender, to } = transaction;
  if (hasPqcKey(state, sender)) return 'pqc';
  if (to === fairblockAddress) return 'mev';
  if (to !== undefined && aiPrecompiles.includes(to)) return 'ai';
  return tipCap(transaction) === 0n ? 'free' : 'default';
}
