import {
  type AccountTransaction,
  type ChainReader,
  type LogFilter,
  TooManyLogsError,
  type TransactionLocation,
} from '../../chain/types.ts';
import { svmEvents } from '../../modules/readers.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { svmOnlyTopics } from './svm-only-payments.ts';

type Search = {
  readonly chain: ChainReader;
  /** the topics of each kind of event that is looked for */
  readonly kinds: readonly LogFilter['topics'][];
  readonly before: TransactionLocation;
  /** most events read at once; a single block may have more */
  readonly step: number;
};

/**
 * Transactions that moved coins to or from an account that exists on the SVM side only, newest first, strictly before
 * `before` when given. They are found by the events of the svm module, at most `step` of each kind at once.
 */
export function svmOnlyTransactions(
  chain: ChainReader,
  key: Uint8Array,
  before: TransactionLocation = { height: chain.head().number + 1, index: 0 },
  limit: number,
  step = 2_000,
): readonly AccountTransaction[] {
  const kinds = svmOnlyTopics(hashFromBytes(key));
  const found = newestIn({ chain, kinds, before, step }, 0, before.height, limit);
  return found.flatMap(({ height, index }) => {
    const hash = chain.transactionHashes(height)?.[index];
    const timestamp = chain.header(height)?.timestamp;
    if (hash === undefined || timestamp === undefined) return [];
    return [{ height, index, hash: fromHex(hash), timestamp, status: 1 }];
  });
}

/** Halves the range, the later half first, until the events of a part are few enough. */
function newestIn(search: Search, from: number, to: number, limit: number): readonly TransactionLocation[] {
  const all = locationsIn(search, from, to);
  if (all !== undefined) return all.slice(-limit).reverse();
  const middle = Math.floor((from + to) / 2);
  const later = newestIn(search, middle + 1, to, limit);
  if (later.length === limit) return later;
  return [...later, ...newestIn(search, from, middle, limit - later.length)];
}

/** In chain order, each transaction once; undefined when there are too many events to read them all. */
function locationsIn(
  { chain, kinds, before, step }: Search,
  from: number,
  to: number,
): TransactionLocation[] | undefined {
  const limit = from === to ? Number.MAX_SAFE_INTEGER : step;
  const range = { fromHeight: from, toHeight: to, addresses: [svmEvents.address], limit };
  try {
    const events = kinds.flatMap((topics) => chain.logs.find({ ...range, topics }));
    const locations = events.map(({ height, transactionIndex }) => ({ height, index: transactionIndex }));
    const earlier = locations.filter((at) => compare(at, before) < 0).sort(compare);
    return earlier.filter((at, i) => i === 0 || compare(at, earlier[i - 1] ?? before) !== 0);
  } catch (error) {
    if (error instanceof TooManyLogsError) return undefined;
    throw error;
  }
}

function compare(left: TransactionLocation, right: TransactionLocation): number {
  return left.height - right.height || left.index - right.index;
}
