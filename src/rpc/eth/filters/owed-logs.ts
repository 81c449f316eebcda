import type { RemovedBlock } from '../../../chain/types.ts';
import type { Log } from '../../../kernel/engine.ts';
import { logPlaceText, logText } from '../../evm-common/json/receipt-json.ts';
import type { LogFilter, LogRequest } from '../logs/log-request.ts';
import type { OwedLogs } from './filter-registry.ts';

/**
 * JSON texts of the first removed logs that match a filter, in blocks that it was past: of one block, and of more while
 * they have no more than `maxLength` characters. `rest`: what is owed after them
 */
export function firstOwed(
  request: LogRequest,
  owed: readonly OwedLogs[],
  maxLength: number,
): { readonly texts: readonly string[]; readonly rest: readonly OwedLogs[] } {
  const texts: string[] = [];
  let length = 0;
  for (const [index, each] of owed.entries()) {
    const { removed, below } = each;
    for (const [first, block] of removed.entries()) {
      if (block.block.header.number >= below) continue;
      const own = [...textsOf(request, block)];
      length += own.reduce((sum, text) => sum + text.length, own.length);
      if (length > maxLength && texts.length > 0)
        return { texts, rest: [{ ...each, removed: removed.slice(first) }, ...owed.slice(index + 1)] };
      for (const text of own) texts.push(text);
    }
  }
  return { texts, rest: [] };
}

function* textsOf(request: LogRequest, { block, receipts }: RemovedBlock): Iterable<string> {
  const { header, transactions } = block;
  if (!isInRange(request, header.number)) return;
  for (const [index, { logs, firstLogIndex }] of receipts.entries()) {
    const place = logPlaceText(header, transactions[index]?.hash ?? header.hash, index);
    for (const [offset, log] of logs.entries())
      if (isMatch(request, log)) yield logText(log, place, firstLogIndex + offset, true);
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
