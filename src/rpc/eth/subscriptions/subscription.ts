import type { Hash } from '../../../primitives/hash.ts';
import type { ResponseTooLongError } from '../../dispatch/text-of-pieces.ts';
import type { LongText } from '../../json-value.ts';
import { parseHashJson } from '../../params/bytes.ts';
import { listOf, member, objectOf } from '../../params/object.ts';
import { parseBoolean } from '../../params/quantity.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Client, Session } from '../../session.ts';
import { type LogFilter, logRequestType, termCount } from '../logs/log-request.ts';

/** The topic of a subscription. */
export type Topic =
  | { readonly kind: 'newHeads' | 'newBlockSummaries' }
  | { readonly kind: 'logs'; readonly pattern: LogFilter }
  | { readonly kind: 'newPendingTransactions'; readonly isFull: boolean }
  /** receipts of the named transactions; of all when none is named */
  | { readonly kind: 'transactionReceipts'; readonly hashes: ReadonlySet<Hash> | undefined }
  | { readonly kind: 'syncing' };

/** One subscription of a connection. */
export type Subscription = {
  readonly id: string;
  readonly session: Session;
  readonly client: Client;
  readonly topic: Topic;
  /** The number of blocks before it: it gets later ones only. */
  readonly since: number;
};

/** What is sent to subscribers, who share the text; the error when it is too long to be sent. */
export type MessageResult = string | LongText | ResponseTooLongError;

/** How many addresses, topics and hashes it names. */
export function termsOf(topic: Topic): number {
  if (topic.kind === 'logs') return termCount(topic.pattern);
  return topic.kind === 'transactionReceipts' ? (topic.hashes?.size ?? 0) : 0;
}

/** Transactions that one subscription to receipts may name at most. */
const maxHashes = 200;

/** Kind and options → Topic. Throws a RangeError or an RpcError. */
export function parseTopic(kind: string, options: unknown): Topic {
  const isGiven = options !== undefined && options !== null;
  switch (kind) {
    case 'newHeads':
    case 'newBlockSummaries':
    case 'syncing':
      return { kind };
    case 'logs': {
      const { addresses, topics } = logRequestType.parse(isGiven ? options : {});
      return { kind, pattern: { addresses, topics } };
    }
    case 'newPendingTransactions':
      return { kind, isFull: isGiven && parseBoolean(options) };
    case 'transactionReceipts':
      return { kind, hashes: isGiven ? parseHashes(options) : undefined };
    default:
      throw new RpcError(-32601, `no "${kind.slice(0, 40)}" subscription in eth namespace`);
  }
}

function parseHashes(options: unknown): ReadonlySet<Hash> | undefined {
  const hashes = member(objectOf(options), 'transactionHashes', (list) => listOf(list).map(parseHashJson));
  if (hashes === undefined || hashes.length === 0) return undefined;
  if (hashes.length > maxHashes) throw new RangeError(`more than ${maxHashes} transaction hashes`);
  return new Set(hashes);
}
