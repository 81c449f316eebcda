import { formatQor } from '../primitives/units.ts';
import type { Receipt } from './chain-shapes.ts';

/** The outcome of a transaction as text. */
export function receiptLines({ status, blockNumber, gasUsed, effectiveGasPrice }: Receipt): string[] {
  const fee = gasUsed * effectiveGasPrice;
  return [
    `status    ${status === 1n ? 'success' : 'reverted'} in block ${blockNumber}`,
    `fee       ${fee} wei (${formatQor(fee)} QOR), ${gasUsed} gas`,
  ];
}
