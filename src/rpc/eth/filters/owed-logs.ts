import type { Log } from '../../../kernel/engine.ts';
import { logPlaceText, logText } from '../../evm-common/json/receipt-json.ts';
import type { LogFilter, LogRequest } from '../logs/log-request.ts';
import type { OwedLogs } from './filter-registry.ts';

/** JSON texts of the removed logs that match a filter, in blocks that it was past. */
export function* owedTexts(request: LogRequest, owed: readonly OwedLogs[]): Iterable<string> {
  for (const { removed, below } of owed) {
    for (const { block, receipts } of removed) {
      const { header, transactions } = block;
      if (header.number >= below || !isInRange(request, header.number)) continue;
      for (const [index, { logs, firstLogIndex }] of receipts.entries()) {
        const place = logPlaceText(header, transactions[index]?.hash ?? header.hash, index);
        for (const [offset, log] of logs.entries())
          if (isMatch(request, log)) yield logText(log, place, firstLogIndex + offset, true);
      }
    }
  }
}

function isInRange(request: LogRequest, height: number): boolean {
  if (request.blockHash !== undefined) return false; // it is told of no changes
  const { from, to } = request;
  return !(from?.by === 'height' && height < from.height) && !(to?.by === 'height' && height > to.height);
}

function isMatch({ addresses, topics }: LogFilter, log: Log): boolean {
  if (addresses.length > 0 && !addresses.includes(log.address)) return false;
  return topics.every((accepted, position) => {
    const topic = log.topics[position];
    return topic !== undefined && (accepted.length === 0 || accepted.includes(topic));
  });
}
