import type { Log } from '../../../kernel/engine.ts';
import type { CommittedBlock } from '../../contract.ts';
import { receiptLogTexts } from '../json/receipt-json.ts';
import type { LogPattern } from './log-request.ts';

/** Whether a log is what was asked for. */
export function matchesLog({ address, topics }: Log, pattern: LogPattern): boolean {
  if (pattern.addresses.length > 0 && !pattern.addresses.includes(address)) return false;
  return (
    pattern.topics.length <= topics.length &&
    pattern.topics.every(
      (accepted, index) => accepted.length === 0 || accepted.some((topic) => topic === topics[index]),
    )
  );
}

/** A log beside its JSON text. */
export type LogWithText = { readonly log: Log; readonly text: string };

/** All logs of a block in order. */
export function logsOfBlock({ block, receipts }: CommittedBlock): readonly LogWithText[] {
  const { header, transactions } = block;
  return receipts.flatMap((receipt, index) => {
    const transaction = transactions[index];
    if (transaction === undefined) return [];
    const texts = receiptLogTexts({ header, transaction, index }, receipt);
    return receipt.logs.flatMap((log, offset) => ({ log, text: texts[offset] ?? '' }));
  });
}
