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
  const isWanted = matcherOf(request);
  let length = 0;
  for (const [index, each] of owed.entries()) {
    const { removed, below } = each;
    for (const [first, block] of removed.entries()) {
      if (block.block.header.number >= below) continue;
      const own = isInRange(request, block.block.header.number) ? [...textsOf(block, isWanted)] : [];
      length += own.reduce((sum, text) => sum + text.length, own.length);
      if (length > maxLength && texts.length > 0)
        return { texts, rest: [{ ...each, removed: removed.slice(first) }, ...owed.slice(index + 1)] };
      for (const text of own) texts.push(text);
    }
  }
  return { texts, rest: [] };
}

function* textsOf({ block, receipts }: RemovedBlock, isWanted: (log: Log) => boolean): Iterable<string> {
  const { header, transactions } = block;
  for (const [index, { logs, firstLogIndex }] of receipts.entries()) {
    const place = logPlaceText(header, transactions[index]?.hash ?? header.hash, index);
    for (const [offset, log] of logs.entries())
      if (isWanted(log)) yield logText(log, place, firstLogIndex + offset, true);
  }
}

function isInRange(request: LogRequest, height: number): boolean {
  if (request.blockHash !== undefined) return false; // it is told of no changes
  const { from, to } = request;
  return !(from?.by === 'height' && height < from.height) && !(to?.by === 'height' && height > to.height);
}

/** Sets, because a filter may name a thousand of each, and owe a hundred thousand logs. */
function matcherOf({ addresses, topics }: LogFilter): (log: Log) => boolean {
  const emitters = new Set(addresses);
  const wanted = topics.map((accepted) => new Set(accepted));
  return (log) => {
    if (emitters.size > 0 && !emitters.has(log.address)) return false;
    return wanted.every((accepted, position) => {
      const topic = log.topics[position];
      return topic !== undefined && (accepted.size === 0 || accepted.has(topic));
    });
  };
}
