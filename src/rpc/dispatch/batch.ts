import { elapsedMs } from '../../primitives/machine.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { kinds, type MainThread } from '../../scheduling/main-thread.ts';
import { DroppedError } from '../../scheduling/owner.ts';
import type { LongText } from '../json-value.ts';
import { ownerOf } from '../owner-of.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import type { Dialect } from './dialect.ts';
import type { DispatchLimits, Reply } from './dispatcher.ts';
import { faultText, inPlaceOf } from './envelope.ts';
import { asciiLengthOf, batchText, inParts, long } from './long-text.ts';
import { idOf, isJsonObject } from './request.ts';

type BatchDependencies = {
  readonly dialect: Dialect;
  readonly limits: DispatchLimits;
  readonly mainThread: MainThread;
  readonly call: Call;
};
/** How the entries of a batch are handled. */
export type EntryHandlers = {
  readonly handleOne: (entry: unknown) => MaybePromise<Reply>;
  /** Number of entries, from this one on, that are handled together; 1 for an entry that is handled alone. */
  readonly countTogether: (entries: readonly unknown[], from: number) => number;
  /** Resolves with their replies in the same order. */
  readonly handleTogether: (entries: readonly unknown[]) => Promise<readonly Reply[]>;
};

/** Milliseconds of one batch before the next has a turn: others may have sent batches from hundreds of networks. */
const turnMs = 1;

/** Characters of the response that are counted in one step. */
const countedTogether = 16 * 1024;

/**
 * Handles the entries of a batch one after the other, in order; those that their method handles together are started
 * together. Entries that are reached too late, or when the response is full, get an error each, and so do those
 * whose client has left.
 */
export function handleBatch(
  entries: readonly unknown[],
  handlers: EntryHandlers,
  parts: BatchDependencies,
): MaybePromise<Reply> {
  const { dialect, limits } = parts;
  if (entries.length === 0) return optionalFault(dialect.emptyBatchFault());
  if (entries.length > limits.maxBatch) return optionalFault(dialect.batchTooLarge(limits.maxBatch));
  if (dialect.strictBatch && !entries.every(isJsonObject)) {
    return faultText(null, dialect.parseFault('a batch holds requests only'));
  }
  const batch = new Batch(handlers, parts);
  const waited = batch.run(entries);
  return waited === undefined ? batch.text() : waited.then(() => batch.text());
}

class Batch {
  readonly #handlers: EntryHandlers;
  readonly #dialect: Dialect;
  readonly #limits: DispatchLimits;
  readonly #mainThread: MainThread;
  readonly #call: Call;
  readonly #began = elapsedMs();
  readonly #replies: (string | LongText)[] = [];
  #length = 0;
  /** Counted while the response is long, for so many replies. */
  #asciiLengths = 0;
  #measured = 0;
  /** characters of the response that are counted as unread */
  #counted = 0;
  /** the error of all remaining entries, once there is one */
  #full: RpcError | undefined;
  #turnBegan = this.#began;
  /** time at which the last entry was reached */
  #now = this.#began;

  constructor(handlers: EntryHandlers, { dialect, limits, mainThread, call }: BatchDependencies) {
    this.#handlers = handlers;
    this.#call = call;
    this.#dialect = dialect;
    this.#limits = limits;
    this.#mainThread = mainThread;
  }

  /** undefined when all entries are served */
  run(entries: readonly unknown[], from = 0): Promise<void> | undefined {
    for (let index = from; index < entries.length; index++) {
      this.#now = elapsedMs();
      if (this.#isTurnOver) return this.#runLater(entries, index);
      const together = this.#handlers.countTogether(entries, index);
      if (together > 1 && this.#isOpen) return this.#runTogether(entries, index, index + together);
      const reply = this.#handleInTime(entries[index]);
      if (reply instanceof Promise) return this.#waitFor(reply, entries, index);
      this.#add(entries[index], reply);
    }
    return undefined;
  }

  get #isTurnOver(): boolean {
    const taken = this.#now - this.#turnBegan;
    return taken > kinds.request || (taken > turnMs && this.#mainThread.hasWaiting('request'));
  }

  text(): Reply {
    return this.#replies.length === 0 ? undefined : batchText(this.#replies, this.#asciiLengths);
  }

  #runLater(entries: readonly unknown[], index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const goOn = () => {
        this.#turnBegan = elapsedMs();
        resolve(this.run(entries, index));
      };
      this.#mainThread.runLater('request', ownerOf(this.#call), goOn, (error) => {
        if (error instanceof DroppedError) resolve(Promise.resolve().then(() => this.#giveUpFrom(entries, index)));
        else reject(error);
      });
    });
  }

  async #runTogether(entries: readonly unknown[], from: number, end: number): Promise<void> {
    const group = entries.slice(from, end);
    const replies = await this.#handlers.handleTogether(group);
    for (const [index, reply] of replies.entries()) this.#add(group[index], reply);
    if (this.#call.signal.aborted) this.#giveUp();
    await this.run(entries, end);
  }

  async #waitFor(reply: Promise<Reply>, entries: readonly unknown[], index: number): Promise<void> {
    this.#add(entries[index], await reply);
    if (this.#call.signal.aborted) this.#giveUp();
    await this.run(entries, index + 1);
  }

  #giveUpFrom(entries: readonly unknown[], index: number): Promise<void> | undefined {
    this.#giveUp();
    this.#turnBegan = elapsedMs();
    return this.run(entries, index);
  }

  /** The remaining entries are not handled. A client that has only ended its own direction reads the reason. */
  #giveUp(): void {
    this.#full ??= new RpcError(-32000, 'the client has closed the connection');
  }

  #handleInTime(entry: unknown): MaybePromise<Reply> {
    if (this.#full !== undefined) return this.#errorFor(entry, this.#full);
    return this.#isLate ? this.#errorFor(entry, this.#dialect.timedOut()) : this.#handlers.handleOne(entry);
  }

  get #isLate(): boolean {
    return this.#now - this.#began > this.#limits.batchTimeoutMs;
  }

  /** Whether further entries are handled. */
  get #isOpen(): boolean {
    return this.#full === undefined && !this.#isLate;
  }

  #add(entry: unknown, reply: Reply): void {
    if (reply === undefined) return;
    this.#full ??= this.#fullWith(reply.length + 1);
    const text = this.#full === undefined ? reply : inPlaceOf(reply, this.#errorFor(entry, this.#full));
    if (text === undefined) return;
    this.#replies.push(inParts(text));
    this.#length += text.length + 1;
    if (this.#length >= long) this.#measure();
  }

  /** In the turn of each entry: to measure all at last would take long. */
  #measure(): void {
    for (const reply of this.#replies.slice(this.#measured)) this.#asciiLengths += asciiLengthOf(reply);
    this.#measured = this.#replies.length;
  }

  #fullWith(more: number): RpcError | undefined {
    const length = this.#length + more;
    const { maxBatchResponse: limit } = this.#limits;
    if (length > limit) return this.#dialect.responseTooLarge(limit, 'max-batch-response-size');
    if (length - this.#counted < countedTogether) return undefined;
    const fault = this.#call.unread.reserve(length - this.#counted);
    if (fault === undefined) this.#counted = length;
    return fault;
  }

  #errorFor(entry: unknown, fault: RpcError): Reply {
    const isNotification = isJsonObject(entry) && entry.id === undefined;
    return isNotification ? undefined : faultText(idOf(entry), fault);
  }
}

function optionalFault(fault: RpcError | undefined): Reply {
  return fault === undefined ? undefined : faultText(null, fault);
}
