import { type ChainReader, type LocatedLog, TooManyLogsError } from '../../../chain/types.ts';
import type { LogFilter } from '../logs/log-request.ts';

/** Logs up to a height, and the height to continue from. */
type LogChanges = { readonly logs: readonly LocatedLog[]; readonly nextHeight: number };

/**
 * Matching logs from one height to another. If there are more than `limit`, those of the first blocks only: the next poll
 * returns the rest. The logs of one block are never split.
 */
export function readLogChanges(
  chain: ChainReader,
  pattern: LogFilter,
  range: { readonly from: number; readonly to: number },
  limit: number,
): LogChanges {
  const { from, to } = range;
  if (from > to) return { logs: [], nextHeight: from };
  const { addresses, topics } = pattern;
  const read = (toHeight: number) => {
    const most = toHeight === from ? Number.MAX_SAFE_INTEGER : limit;
    return {
      logs: chain.logs({ fromHeight: from, toHeight, addresses, topics, limit: most }),
      nextHeight: toHeight + 1,
    };
  };
  for (let last = to; ; last = from + Math.floor((last - from) / 2)) {
    try {
      return read(last);
    } catch (error) {
      if (!(error instanceof TooManyLogsError) || last === from) throw error;
    }
  }
}
