import { hybridType, tipCap, type UnsignedTransaction } from '../../kernel/transaction/transaction.ts';
import { aiAddress, aiAnomalyAddress, fairblockAddress } from '../addresses.ts';
import type { LaneName } from './params.ts';

const aiPrecompiles = [aiAddress, aiAnomalyAddress];

/** The lane a transaction goes through: the first in their order of priority that it fits. */
export function laneOf(transaction: UnsignedTransaction): LaneName {
  const { to, type } = transaction;
  if (type === hybridType) return 'pqc';
  if (to === fairblockAddress) return 'mev';
  if (to !== undefined && aiPrecompiles.includes(to)) return 'ai';
  return tipCap(transaction) === 0n ? 'free' : 'default';
}
