import { headerMembers } from '../../evm-common/json/header-json.ts';
import { logPlaceText, logText, receiptText } from '../../evm-common/json/receipt-json.ts';
import type { CommittedBlock } from '../../types.ts';
import type { Subscribers } from './subscribers.ts';
import type { Subscription } from './subscription.ts';

/** A message with its recipient. Recipients of equal messages share the JSON text of the result. */
export type Message = { readonly to: Subscription; readonly resultText: string };

/** All messages for a block, in order; undefined where a step of the search found none, so that it can be paused. */
export function* blockMessages(committed: CommittedBlock, subscribers: Subscribers): Iterable<Message | undefined> {
  const { newHeads, logs } = subscribers;
  if (newHeads.size > 0) yield* toAll(newHeads, `{${headerMembers(committed.block.header)}}`);
  if (!logs.isEmpty) yield* logMessages(committed, subscribers);
  yield* receiptMessages(committed, subscribers);
}

/** One message with the same result to each subscription. */
export function* toAll(subscriptions: Iterable<Subscription>, resultText: string): Iterable<Message> {
  for (const to of subscriptions) yield { to, resultText };
}

function* logMessages(
  { block, receipts }: CommittedBlock,
  { logs: index }: Subscribers,
): Iterable<Message | undefined> {
  const { header, transactions } = block;
  for (const [position, { logs, firstLogIndex }] of receipts.entries()) {
    let place: string | undefined;
    for (const [offset, log] of logs.entries()) {
      let resultText: string | undefined;
      for (const to of index.matching(log)) {
        place ??= logPlaceText(header, transactions[position]?.hash ?? header.hash, position);
        resultText ??= logText(log, place, firstLogIndex + offset);
        yield { to, resultText };
      }
      yield undefined;
    }
  }
}

/** Receipts for the subscriptions to them, one message to each subscription. */
function* receiptMessages(committed: CommittedBlock, { receipts, receiptsOf }: Subscribers): Iterable<Message> {
  if (receipts.size === 0 && receiptsOf.size === 0) return;
  const { block, receipts: all } = committed;
  const { header, transactions } = block;
  const wanted = new Map<Subscription, string[]>();
  const texts: string[] = [];
  for (const [index, transaction] of transactions.entries()) {
    const receipt = all[index];
    const recipients = receiptsOf.get(transaction.hash);
    if (receipt === undefined || (receipts.size === 0 && recipients === undefined)) continue;
    const text = receiptText({ header, transaction, index }, receipt);
    texts.push(text);
    for (const to of recipients ?? []) {
      const known = wanted.get(to);
      if (known === undefined) wanted.set(to, [text]);
      else known.push(text);
    }
  }
  for (const [to, own] of wanted) yield { to, resultText: `[${own.join(',')}]` };
  if (receipts.size > 0 && texts.length > 0) yield* toAll(receipts, `[${texts.join(',')}]`);
}
