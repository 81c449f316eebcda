import { setImmediate } from 'node:timers/promises';
import type { RpcFault } from '../contract.ts';
import type { Dialect } from './dialect.ts';
import type { DispatchLimits, Reply } from './dispatcher.ts';
import { faultText } from './envelope.ts';
import { idOf, isJsonObject } from './request.ts';

type BatchParts = {
  readonly dialect: Dialect;
  readonly limits: DispatchLimits;
  /** Whether nobody waits for the answers any more. */
  readonly isGone: () => boolean;
};
type Answer = (entry: unknown) => Reply | Promise<Reply>;

/** A batch gives other work a turn after this many milliseconds. */
const turn = 10;

/**
 * Answers the entries of a batch one after the other, in order. Entries that come too late, or find the response full,
 * are answered with a fault each; a batch that nobody waits for any more is given up.
 */
export function answerBatch(entries: readonly unknown[], answer: Answer, parts: BatchParts): Reply | Promise<Reply> {
  const { dialect, limits } = parts;
  if (entries.length === 0) return optionalFault(dialect.emptyBatchFault());
  if (entries.length > limits.maxBatch) return optionalFault(dialect.batchTooLarge(limits.maxBatch));
  if (dialect.strictBatch && !entries.every(isJsonObject)) {
    return faultText(null, dialect.parseFault('a batch holds requests only'));
  }
  const batch = new Batch(answer, parts);
  const waited = batch.run(entries);
  return waited === undefined ? batch.text() : waited.then(() => batch.text());
}

class Batch {
  readonly #answer: Answer;
  readonly #dialect: Dialect;
  readonly #limits: DispatchLimits;
  readonly #isGone: () => boolean;
  readonly #began = performance.now();
  readonly #replies: string[] = [];
  #length = 0;
  #turnBegan = this.#began;

  constructor(answer: Answer, { dialect, limits, isGone }: BatchParts) {
    this.#answer = answer;
    this.#isGone = isGone;
    this.#dialect = dialect;
    this.#limits = limits;
  }

  /** undefined when all entries were answered at once. */
  run(entries: readonly unknown[], from = 0): Promise<void> | undefined {
    for (let index = from; index < entries.length; index++) {
      if (performance.now() - this.#turnBegan > turn) return this.#runLater(entries, index);
      const reply = this.#answerInTime(entries[index]);
      if (reply instanceof Promise) return this.#waitFor(reply, entries, index);
      this.#add(entries[index], reply);
    }
    return undefined;
  }

  text(): Reply {
    return this.#replies.length === 0 ? undefined : `[${this.#replies.join(',')}]`;
  }

  async #runLater(entries: readonly unknown[], index: number): Promise<void> {
    await setImmediate();
    if (this.#isGone()) return;
    this.#turnBegan = performance.now();
    await this.run(entries, index);
  }

  async #waitFor(reply: Promise<Reply>, entries: readonly unknown[], index: number): Promise<void> {
    this.#add(entries[index], await reply);
    await this.run(entries, index + 1);
  }

  #answerInTime(entry: unknown): Reply | Promise<Reply> {
    if (this.#length > this.#limits.maxResponse) {
      return this.#refusal(entry, this.#dialect.responseTooLarge(this.#limits.maxResponse));
    }
    const isLate = performance.now() - this.#began > this.#limits.batchTimeout;
    return isLate ? this.#refusal(entry, this.#dialect.timedOut()) : this.#answer(entry);
  }

  #add(entry: unknown, reply: Reply): void {
    if (reply === undefined) return;
    this.#length += reply.length + 1;
    const isFull = this.#length > this.#limits.maxResponse;
    const text = isFull ? this.#refusal(entry, this.#dialect.responseTooLarge(this.#limits.maxResponse)) : reply;
    if (text !== undefined) this.#replies.push(text.toString());
  }

  #refusal(entry: unknown, fault: RpcFault): Reply {
    const isNotification = isJsonObject(entry) && entry.id === undefined;
    return isNotification ? undefined : faultText(idOf(entry), fault);
  }
}

function optionalFault(fault: RpcFault | undefined): Reply {
  return fault === undefined ? undefined : faultText(null, fault);
}
