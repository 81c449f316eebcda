import type { RemovedBlock } from '../../../chain/types.ts';
import type { Log } from '../../../kernel/engine.ts';
import { type Recipient, sent, waiting } from '../../deliveries.ts';
import { logPlaceText, logText } from '../../evm-common/json/receipt-json.ts';
import type { Session } from '../../session.ts';
import type { LogPatternIndex } from './log-pattern-index.ts';
import type { Subscription } from './subscription.ts';

/** A log with its numbers in the block. */
type Placed = { readonly log: Log; readonly index: number; readonly transaction: number };

/** Texts of logs that are kept, because sessions get the same logs by turns. */
const keptTexts = 1024;
const wordBits = 32;

/**
 * The logs of a block for the subscriptions to them. `scan` looks each log up once, and notes for each session which of
 * them it gets; the messages of a session are made from that when it is its turn.
 */
export class BlockLogs {
  readonly #committed: RemovedBlock;
  readonly #isRemoved: boolean;
  readonly #index: LogPatternIndex<Subscription>;
  /** a bit for each log that a session gets */
  readonly #found = new Map<Session, Uint32Array>();
  readonly #texts: { readonly index: number; readonly text: string }[] = [];
  readonly #words: number;
  /** logs that were looked up */
  #scanned = 0;
  #isDone = false;
  #error: unknown;

  /** `isRemoved`: whether the block was removed again */
  constructor(committed: RemovedBlock, index: LogPatternIndex<Subscription>, isRemoved: boolean) {
    this.#committed = committed;
    this.#isRemoved = isRemoved;
    this.#index = index;
    const last = committed.receipts.at(-1);
    this.#words = Math.ceil(((last?.firstLogIndex ?? 0) + (last?.logs.length ?? 0)) / wordBits);
  }

  /** Looks up one log in each step. `expect` is told how many messages a session will get. */
  *scan(expect: (to: Recipient, messages: number) => void): Iterable<void> {
    try {
      for (const { logs } of this.#committed.receipts) {
        for (const log of logs) {
          for (const group of this.#index.matching(log)) this.#note(group, expect);
          this.#scanned++;
          yield;
        }
      }
    } catch (error) {
      this.#error = error;
      throw error;
    } finally {
      this.#isDone = true;
    }
  }

  #note(group: ReadonlySet<Subscription>, expect: (to: Recipient, messages: number) => void): void {
    for (const first of group) {
      const found = this.#found.get(first.session) ?? new Uint32Array(this.#words);
      this.#found.set(first.session, found);
      const word = Math.floor(this.#scanned / wordBits);
      found[word] = (found[word] ?? 0) | (1 << (this.#scanned % wordBits));
      expect(first, group.size);
      return;
    }
  }

  /** The messages of a session, one in a step. `blocks`: subscriptions that are newer than so many blocks get none. */
  *messages(session: Session, blocks: number, send: (to: Subscription, result: string) => void): Iterable<symbol> {
    const { receipts } = this.#committed;
    let transaction = 0;
    for (let index = 0; ; index++) {
      index = this.#nextFor(session, index);
      while (index >= this.#scanned) {
        if (this.#error !== undefined) throw this.#error;
        if (this.#isDone) return;
        yield waiting;
        index = this.#nextFor(session, index);
      }
      while (index >= endOf(receipts[transaction])) transaction++;
      const receipt = receipts[transaction];
      const log = receipt?.logs[index - receipt.firstLogIndex];
      if (log === undefined) throw new RangeError(`no log ${index}`);
      for (const to of this.#index.matchingOf(log, session)) {
        if (to.since <= blocks) send(to, this.#textOf({ log, index, transaction }));
        yield sent;
      }
    }
  }

  /** The first log from `index` on that the session gets; the number of those looked up when there is none yet. */
  #nextFor(session: Session, index: number): number {
    const found = this.#found.get(session);
    if (found === undefined) return Math.max(index, this.#scanned);
    for (let at = index; at < this.#scanned; ) {
      const rest = (found[Math.floor(at / wordBits)] ?? 0) >>> (at % wordBits);
      if (rest !== 0) return Math.min(at + 31 - Math.clz32(rest & -rest), this.#scanned);
      at += wordBits - (at % wordBits);
    }
    return Math.max(index, this.#scanned);
  }

  #textOf({ log, index, transaction }: Placed): string {
    const known = this.#texts[index % keptTexts];
    if (known?.index === index) return known.text;
    const { header, transactions } = this.#committed.block;
    const place = logPlaceText(header, transactions[transaction]?.hash ?? header.hash, transaction);
    const text = logText(log, place, index, this.#isRemoved);
    this.#texts[index % keptTexts] = { index, text };
    return text;
  }
}

function endOf(receipt: RemovedBlock['receipts'][number] | undefined): number {
  return receipt === undefined ? Number.POSITIVE_INFINITY : receipt.firstLogIndex + receipt.logs.length;
}
