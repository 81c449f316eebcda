import type { Client, Session } from './types.ts';

/** Milliseconds that subscribers are told of something before others get a turn. */
const turn = 5;
/** Messages between two looks at the clock. */
const stride = 64;
/** Milliseconds that messages may be late before somebody has to go, and then until the next one has. */
const patience = 10_000;
const relief = 2_000;
/** WebSocket close code (RFC 6455 section 7.4.1): policy violation. */
const policyViolation = 1008;

export type Recipient = { readonly client: Client; readonly session: Session };

type Load = { messages: number; readonly sessions: Set<Session> };

/**
 * Tells subscribers, in order, in turns with everything else the node does. What is told quickly is told at once. When
 * there is more to tell than the node can, for ten seconds, the client that was told most loses its connections.
 */
export class Deliveries {
  readonly #now: () => number;
  readonly #waiting: Iterator<Recipient | undefined>[] = [];
  /** what each client's network was told since the node fell behind */
  readonly #loads = new Map<string, Load>();
  /** what must not be counted any more, though it may take a moment to close */
  readonly #ended = new WeakSet<Session>();
  #giveUpAt = Number.POSITIVE_INFINITY;

  /** `now`: milliseconds on a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A job sends at most one message whenever it is advanced, and yields who got it. */
  add(job: Iterable<Recipient | undefined>): void {
    this.#waiting.push(job[Symbol.iterator]());
    if (this.#waiting.length === 1) this.#work();
  }

  #work(): void {
    const end = this.#now() + turn;
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

  /** Whether nothing of the job is left after some messages. */
  #isDone(job: Iterator<Recipient | undefined>): boolean {
    const isBehind = Number.isFinite(this.#giveUpAt);
    for (let count = 0; count < stride; count++) {
      const step = job.next();
      if (step.done === true) return true;
      if (isBehind && step.value !== undefined) this.#count(step.value);
    }
    return false;
  }

  #goOnLater(): void {
    const now = this.#now();
    if (!Number.isFinite(this.#giveUpAt)) this.#giveUpAt = now + patience;
    else if (now > this.#giveUpAt) {
      this.#endHeaviest();
      this.#giveUpAt = now + relief;
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
      session.end(policyViolation, 'more news than the node can tell; subscribe to less');
    }
    this.#loads.clear();
  }
}
