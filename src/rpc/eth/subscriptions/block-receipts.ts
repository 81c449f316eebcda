import type { CommittedBlock, Receipt } from '../../../chain/types.ts';
import { sent, waiting } from '../../deliveries.ts';
import { batchText } from '../../dispatch/long-text.ts';
import { PieceJoiner, ResponseTooLongError } from '../../dispatch/text-of-pieces.ts';
import { receiptPieces, receiptText } from '../../evm-common/json/receipt-json.ts';
import { LongText } from '../../json-value.ts';
import type { Subscribers } from './subscribers.ts';
import type { MessageResult, Subscription } from './subscription.ts';

/** Logs of a receipt that is written in one piece. */
const fewLogs = 100;

/** The receipts of a block for the subscriptions to them: one message to each subscription, made once for all. */
export class BlockReceipts {
  readonly #committed: CommittedBlock;
  readonly #subscribers: Subscribers;
  readonly #maxLength: number;
  readonly #wanted = new Map<Subscription, (string | LongText)[]>();
  /** Message to the subscriptions to all receipts. */
  #all: MessageResult | undefined;
  #isDone = false;
  #error: unknown;

  /** `maxLength`: characters of a message */
  constructor(committed: CommittedBlock, subscribers: Subscribers, maxLength: number) {
    this.#committed = committed;
    this.#subscribers = subscribers;
    this.#maxLength = maxLength;
  }

  /** Writes the receipts that somebody gets, in steps. */
  *write(): Iterable<void> {
    try {
      yield* this.#writeWanted();
    } catch (error) {
      this.#error = error;
      throw error;
    } finally {
      this.#isDone = true;
    }
  }

  *#writeWanted(): Iterable<void> {
    const { block, receipts: all } = this.#committed;
    const { header, transactions } = block;
    const { receipts, receiptsOf } = this.#subscribers;
    const texts: (string | LongText)[] = [];
    for (const [index, transaction] of transactions.entries()) {
      const receipt = all[index];
      const recipients = receiptsOf.get(transaction.hash);
      if (receipt === undefined || (receipts.isEmpty && recipients === undefined)) continue;
      const text = yield* receiptInSteps({ header, transaction, index }, receipt, this.#maxLength);
      texts.push(text);
      for (const to of recipients ?? []) {
        const known = this.#wanted.get(to);
        if (known === undefined) this.#wanted.set(to, [text]);
        else known.push(text);
      }
      yield;
    }
    if (!receipts.isEmpty && texts.length > 0) this.#all = listText(texts, this.#maxLength);
  }

  /** The messages to the subscriptions of a session, one in a step; none to those newer than so many blocks. */
  *messages(
    own: Iterable<Subscription>,
    blocks: number,
    send: (to: Subscription, result: MessageResult) => void,
  ): Iterable<symbol> {
    while (!this.#isDone) yield waiting;
    if (this.#error !== undefined) throw this.#error;
    for (const to of own) {
      const texts = this.#wanted.get(to);
      const result = texts === undefined ? this.#resultForAll(to) : listText(texts, this.#maxLength);
      if (result !== undefined && to.since <= blocks) send(to, result);
      yield sent;
    }
  }

  #resultForAll(to: Subscription): MessageResult | undefined {
    return to.topic.kind === 'transactionReceipts' && to.topic.hashes === undefined ? this.#all : undefined;
  }
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
function listText(texts: readonly (string | LongText)[], maxLength: number): MessageResult {
  const list = batchText(texts);
  return list.length > maxLength ? new ResponseTooLongError(maxLength) : list;
}
