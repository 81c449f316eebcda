import { hybridType, tipCap, type UnsignedTransaction } from '../../kernel/transaction/transaction.ts';
import type { LaneName } from './params.ts';

/** Whether a transaction is a call of the module ai. */
export type IsAiCall = (transaction: Pick<UnsignedTransaction, 'to' | 'data'>) => boolean;

/**
 * The lane a transaction goes through: the first in their order of priority that it fits by its content. An address
 * alone is no content, because anybody can send a plain payment to it. Nothing is encrypted in this version, so that
 * the lane `mev` is empty.
 */
export function laneOf(transaction: UnsignedTransaction, isAiCall: IsAiCall): LaneName {
  if (transaction.type === hybridType) return 'pqc';
  if (isAiCall(transaction)) return 'ai';
  return tipCap(transaction) === 0n ? 'free' : 'default';
}
