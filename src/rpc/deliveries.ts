import type { Client, Session } from './types.ts';

/** Milliseconds of sending after which other work gets a turn. */
const sliceMs = 5;
/** Messages between two checks of the clock. */
const messagesPerCheck = 64;
/** Milliseconds that messages may be late before a client is disconnected, and then until the next one is. */
const graceMs = 10_000;
const reliefMs = 2_000;
/** WebSocket close code (RFC 6455, 7.4.1): policy violation. */
const policyViolation = 1008;

export type Recipient = { readonly client: Client; readonly session: Session };

type Load = { messages: number; readonly sessions: Set<Session> };

/**
 * Sends notifications to subscribers, in order, in time slices with other work. Short jobs are done at once. When the
 * node cannot keep up for ten seconds, the connections of the client that was sent most are closed.
 */
export class Deliveries {
  readonly #now: () => number;
  readonly #waiting: Iterator<Recipient | undefined>[] = [];
  /** number of messages to each client network since the node fell behind */
  readonly #loads = new Map<string, Load>();
  /** sessions that are closing and no longer count */
  readonly #ended = new WeakSet<Session>();
  #giveUpAt = Number.POSITIVE_INFINITY;

  /** `now`: milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Adds a job: an iterator that sends at most one message per step, and yields its session. */
  add(job: Iterable<Recipient | undefined>): void {
    this.#waiting.push(job[Symbol.iterator]());
    if (this.#waiting.length === 1) this.#work();
  }

  #work(): void {
    const end = this.#now() + sliceMs;
    for (let job = this.#waiting[0]; job !== undefined; job = this.#waiting[0]) {
      if (this.#isDone(job)) this.#waiting.shift();
      else if (this.#now() > end) {
        this.#goOnLater();
        return;
      }
    }
    this.#giveUpAt = Number.POSITIVE_INFINITY;
    this.#loads.clear();
  }

  /** Sends some messages of a job; returns whether the job is done. */
  #isDone(job: Iterator<Recipient | undefined>): boolean {
    const isBehind = Number.isFinite(this.#giveUpAt);
    for (let count = 0; count < messagesPerCheck; count++) {
      const step = job.next();
      if (step.done === true) return true;
      if (isBehind && step.value !== undefined) this.#count(step.value);
    }
    return false;
  }

  #goOnLater(): void {
    const now = this.#now();
    if (!Number.isFinite(this.#giveUpAt)) this.#giveUpAt = now + graceMs;
    else if (now > this.#giveUpAt) {
      this.#endHeaviest();
      this.#giveUpAt = now + reliefMs;
    }
    setImmediate(() => this.#work());
  }

  #count({ client: { network }, session }: Recipient): void {
    if (this.#ended.has(session)) return;
    const load = this.#loads.get(network) ?? { messages: 0, sessions: new Set() };
    if (load.messages === 0) this.#loads.set(network, load);
    load.messages++;
    load.sessions.add(session);
  }

  #endHeaviest(): void {
    let heaviest: Load | undefined;
    for (const load of this.#loads.values()) if (load.messages > (heaviest?.messages ?? 0)) heaviest = load;
    for (const session of heaviest?.sessions ?? []) {
      this.#ended.add(session);
      session.end(policyViolation, 'more messages than the node can send; subscribe to less');
    }
    this.#loads.clear();
  }
}
