import type { Receipt } from '../../../chain/types.ts';
import { batchText } from '../../dispatch/long-text.ts';
import { PieceJoiner, ResponseTooLongError } from '../../dispatch/text-of-pieces.ts';
import { headerMembers } from '../../evm-common/json/header-json.ts';
import { logPlaceText, logText, receiptPieces, receiptText } from '../../evm-common/json/receipt-json.ts';
import { type CommittedBlock, LongText } from '../../types.ts';
import type { Subscribers } from './subscribers.ts';
import type { Subscription } from './subscription.ts';

/**
 * A message with its recipient. Recipients of equal messages share the JSON text of the result, or the error when it is
 * too long to be sent.
 */
export type Message = { readonly to: Subscription; readonly result: string | LongText | ResponseTooLongError };

/**
 * All messages for a block, in order; undefined where a step found none, so that it can be paused. `maxLength`:
 * characters of a message
 */
export function* blockMessages(
  committed: CommittedBlock,
  subscribers: Subscribers,
  maxLength: number,
): Iterable<Message | undefined> {
  const { newHeads, logs } = subscribers;
  if (newHeads.size > 0) yield* toAll(newHeads, `{${headerMembers(committed.block.header)}}`);
  if (!logs.isEmpty) yield* logMessages(committed, subscribers);
  yield* receiptMessages(committed, subscribers, maxLength);
}

/** One message with the same result to each subscription. */
export function* toAll(subscriptions: Iterable<Subscription>, result: Message['result']): Iterable<Message> {
  for (const to of subscriptions) yield { to, result };
}

function* logMessages(
  { block, receipts }: CommittedBlock,
  { logs: index }: Subscribers,
): Iterable<Message | undefined> {
  const { header, transactions } = block;
  for (const [position, { logs, firstLogIndex }] of receipts.entries()) {
    let place: string | undefined;
    for (const [offset, log] of logs.entries()) {
      let result: string | undefined;
      for (const to of index.matching(log)) {
        place ??= logPlaceText(header, transactions[position]?.hash ?? header.hash, position);
        result ??= logText(log, place, firstLogIndex + offset);
        yield { to, result };
      }
      yield undefined;
    }
  }
}

/** Logs of a receipt that is written in one piece. */
const fewLogs = 100;

/** Receipts for the subscriptions to them, one message to each subscription. */
function* receiptMessages(
  committed: CommittedBlock,
  { receipts, receiptsOf }: Subscribers,
  maxLength: number,
): Iterable<Message | undefined> {
  if (receipts.size === 0 && receiptsOf.size === 0) return;
  const { block, receipts: all } = committed;
  const { header, transactions } = block;
  const wanted = new Map<Subscription, (string | LongText)[]>();
  const texts: (string | LongText)[] = [];
  for (const [index, transaction] of transactions.entries()) {
    const receipt = all[index];
    const recipients = receiptsOf.get(transaction.hash);
    if (receipt === undefined || (receipts.size === 0 && recipients === undefined)) continue;
    const text = yield* receiptInSteps({ header, transaction, index }, receipt, maxLength);
    texts.push(text);
    for (const to of recipients ?? []) {
      const known = wanted.get(to);
      if (known === undefined) wanted.set(to, [text]);
      else known.push(text);
    }
    yield undefined;
  }
  for (const [to, own] of wanted) yield { to, result: listText(own, maxLength) };
  if (receipts.size > 0 && texts.length > 0) yield* toAll(receipts, listText(texts, maxLength));
}

/** A receipt may have 200,000 logs. One that is longer than a message may be ends where it passes that length. */
function* receiptInSteps(
  mined: Parameters<typeof receiptText>[0],
  receipt: Receipt,
  maxLength: number,
): Generator<undefined, string | LongText> {
  if (receipt.logs.length <= fewLogs) return receiptText(mined, receipt);
  const joiner = new PieceJoiner(Number.POSITIVE_INFINITY);
  for (const piece of receiptPieces(mined, receipt)) {
    joiner.add(piece);
    if (joiner.length > maxLength) break;
    yield undefined;
  }
  const text = joiner.text();
  return text instanceof LongText ? text : text.text;
}

/** The JSON array of the texts, or an error when it is longer than a message may be. */
function listText(texts: readonly (string | LongText)[], maxLength: number): Message['result'] {
  const list = batchText(texts);
  return list.length > maxLength ? new ResponseTooLongError(maxLength) : list;
}
