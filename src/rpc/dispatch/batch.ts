import { setImmediate } from 'node:timers/promises';
import type { Call, LongText, RpcError } from '../types.ts';
import type { Dialect } from './dialect.ts';
import type { DispatchLimits, Reply } from './dispatcher.ts';
import { faultText } from './envelope.ts';
import { batchText } from './long-text.ts';
import { idOf, isJsonObject } from './request.ts';

type BatchParts = {
  readonly dialect: Dialect;
  readonly limits: DispatchLimits;
  readonly call: Call;
};
type Answer = (entry: unknown) => Reply | Promise<Reply>;

/** A batch gives other work a turn after this many milliseconds. */
const turn = 10;
/** Characters of a response that are counted together. */
const countedTogether = 16 * 1024;

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
  readonly #call: Call;
  readonly #began = performance.now();
  readonly #replies: (string | LongText)[] = [];
  #length = 0;
  /** characters of it that are counted as unread */
  #counted = 0;
  /** why nothing more is answered */
  #full: RpcError | undefined;
  #turnBegan = this.#began;

  constructor(answer: Answer, { dialect, limits, call }: BatchParts) {
    this.#answer = answer;
    this.#call = call;
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
    return this.#replies.length === 0 ? undefined : batchText(this.#replies);
  }

  async #runLater(entries: readonly unknown[], index: number): Promise<void> {
    await setImmediate();
    if (this.#call.signal.aborted) return this.#giveUp();
    this.#turnBegan = performance.now();
    await this.run(entries, index);
  }

  async #waitFor(reply: Promise<Reply>, entries: readonly unknown[], index: number): Promise<void> {
    this.#add(entries[index], await reply);
    if (this.#call.signal.aborted) return this.#giveUp();
    await this.run(entries, index + 1);
  }

  #giveUp(): void {
    this.#replies.length = 0;
  }

  #answerInTime(entry: unknown): Reply | Promise<Reply> {
    if (this.#full !== undefined) return this.#refusal(entry, this.#full);
    const isLate = performance.now() - this.#began > this.#limits.batchTimeout;
    return isLate ? this.#refusal(entry, this.#dialect.timedOut()) : this.#answer(entry);
  }

  #add(entry: unknown, reply: Reply): void {
    if (reply === undefined) return;
    this.#full ??= this.#fullWith(reply.length + 1);
    const text = this.#full === undefined ? reply : this.#refusal(entry, this.#full);
    if (text === undefined) return;
    this.#replies.push(text);
    this.#length += text.length + 1;
  }

  #fullWith(more: number): RpcError | undefined {
    const length = this.#length + more;
    const { maxBatchResponse: limit } = this.#limits;
    if (length > limit) return this.#dialect.responseTooLarge(limit, 'max-batch-response-size');
    if (length - this.#counted < countedTogether) return undefined;
    const fault = this.#call.unread.take(length - this.#counted);
    if (fault === undefined) this.#counted = length;
    return fault;
  }

  #refusal(entry: unknown, fault: RpcError): Reply {
    const isNotification = isJsonObject(entry) && entry.id === undefined;
    return isNotification ? undefined : faultText(idOf(entry), fault);
  }
}

function optionalFault(fault: RpcError | undefined): Reply {
  return fault === undefined ? undefined : faultText(null, fault);
}
