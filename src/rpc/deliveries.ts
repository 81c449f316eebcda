import type { Faults } from '../primitives/faults.ts';
import { DeliveryQueue, type Recipient, sent, waiting } from './delivery-queue.ts';
import type { Session } from './types.ts';

export { type Recipient, sent, waiting };

/** Milliseconds of sending after which other work gets a turn, and those of one session before the next has one. */
const sliceMs = 5;
const turnMs = 1;
/** Steps between two checks of the clock. */
const stepsPerCheck = 64;
/** Milliseconds that messages may be late before sessions are ended, and then until further ones are. */
const graceMs = 10_000;
const reliefMs = 2_000;
/** Messages that may wait for one session, and jobs, at some 100 bytes, for one client network and for all. */
const maxMessages = 1_000_000;
const maxJobsOfNetwork = 250_000;
const maxJobs = 1_000_000;
/** WebSocket close codes (RFC 6455, 7.4.1): policy violation, internal error. */
const policyViolation = 1008;
const internalError = 1011;

type Network = { readonly sessions: Map<Session | undefined, DeliveryQueue>; jobs: number };

/**
 * Sends notifications to subscribers, in time slices with other work. Client networks take turns, and within each its
 * sessions, so that a long list of messages delays nobody but its recipient. The jobs of a session are done in order.
 * Work that many sessions need, such as reading the logs of a block, takes turns like a client (`share`).
 *
 * Messages are counted before they are made: a session that would get too many is ended. When messages are ten seconds
 * late, the client that most wait for is disconnected. What a job throws ends its session only.
 */
export class Deliveries {
  readonly #faults: Faults;
  readonly #now: () => number;
  /** in the order of their turns; no list is empty */
  readonly #networks = new Map<string, Network>();
  #jobs = 0;
  #until = 0;
  #isScheduled = false;
  #isHeld = false;
  #checkAt = Number.POSITIVE_INFINITY;

  /** `now`: milliseconds of a monotonic clock */
  constructor(faults: Faults, now: () => number = () => performance.now()) {
    this.#faults = faults;
    this.#now = now;
  }

  /**
   * Adds a job of a session: an iterator that sends at most one message in a step, and then yields `sent`; it yields
   * `waiting` while shared work has to go on first. `messages`: how many it sends, as far as that is known.
   */
  add(recipient: Recipient, job: Iterable<unknown>, messages: number): void {
    this.#enqueue(recipient.client.network, recipient, job);
    this.expect(recipient, messages);
    this.#begin();
  }

  /** Adds work for all sessions. `kind`: works of a kind are done in order, those of different kinds by turns. */
  share(kind: string, work: Iterable<unknown>): void {
    this.#enqueue(`shared ${kind}`, undefined, work);
    this.#begin();
  }

  /** So many more messages wait for the session: they are a part of a job that was added. */
  expect(recipient: Recipient, messages: number): void {
    const queue = this.#networks.get(recipient.client.network)?.sessions.get(recipient.session);
    if (queue === undefined) return;
    queue.messages += messages;
    if (queue.messages > maxMessages) this.#endSession(recipient, 'more messages than the node can send');
  }

  /** Adds several jobs, of which none begins before all are added. */
  together(add: () => void): void {
    const wasHeld = this.#isHeld;
    this.#isHeld = true;
    try {
      add();
    } finally {
      this.#isHeld = wasHeld;
      if (this.#networks.size > 0) this.#begin();
    }
  }

  /** Forgets what waits for a session. */
  drop({ client: { network }, session }: Recipient): void {
    const own = this.#networks.get(network);
    const queue = own?.sessions.get(session);
    if (own === undefined || queue === undefined) return;
    for (; !queue.isEmpty; queue.drop()) this.#countJob(own, -1);
    this.#removeIfEmpty(network, own, queue);
  }

  #enqueue(name: string, recipient: Recipient | undefined, job: Iterable<unknown>): void {
    const network = this.#networks.get(name) ?? { sessions: new Map(), jobs: 0 };
    this.#networks.set(name, network);
    const queue = network.sessions.get(recipient?.session) ?? new DeliveryQueue(recipient);
    network.sessions.set(recipient?.session, queue);
    queue.add(job, this.#now());
    this.#countJob(network, 1);
    if (network.jobs > maxJobsOfNetwork) this.#endLongest(network);
    else if (this.#jobs > maxJobs) this.#endLongest(this.#largest());
  }

  #countJob(network: Network, change: number): void {
    network.jobs += change;
    this.#jobs += change;
  }

  #begin(): void {
    if (this.#isHeld) return;
    if (!this.#isScheduled) this.#schedule();
    if (this.#now() <= this.#until) this.#work();
  }

  /** Begins a slice, which the next iteration of the event loop ends. */
  #schedule(): void {
    this.#until = this.#now() + sliceMs;
    this.#isScheduled = true;
    setImmediate(() => this.#goOn());
  }

  #goOn(): void {
    this.#isScheduled = false;
    if (this.#networks.size === 0) {
      this.#checkAt = Number.POSITIVE_INFINITY;
      return;
    }
    this.#schedule();
    this.#endLate();
    this.#work();
  }

  #work(): void {
    this.#isHeld = true; // what is added meanwhile waits for its turn
    try {
      for (let idle = 0; this.#networks.size > 0 && this.#now() <= this.#until; ) {
        const isIdle = this.#turn();
        idle = isIdle ? idle + 1 : 0;
        if (idle > this.#jobs) return; // all wait
      }
    } finally {
      this.#isHeld = false;
    }
  }

  /** The turn of the next session of the next network; returns whether it could do nothing. */
  #turn(): boolean {
    for (const [name, network] of this.#networks) {
      this.#networks.delete(name);
      this.#networks.set(name, network);
      for (const [session, queue] of network.sessions) {
        network.sessions.delete(session);
        network.sessions.set(session, queue);
        const isIdle = this.#serve(network, queue);
        this.#removeIfEmpty(name, network, queue);
        return isIdle;
      }
    }
    return true;
  }

  #serve(network: Network, queue: DeliveryQueue): boolean {
    const end = this.#now() + turnMs;
    let done = 0;
    try {
      do {
        for (let count = 0; count < stepsPerCheck; count++) {
          if (queue.isEmpty) return false;
          const { value, hasEnded } = queue.step();
          if (value === waiting) return done === 0;
          if (hasEnded) this.#countJob(network, -1);
          done++;
        }
      } while (this.#now() < end);
    } catch (error) {
      this.#fail(network, queue, error);
    }
    return false;
  }

  #fail(network: Network, queue: DeliveryQueue, error: unknown): void {
    this.#faults.note('delivery', error);
    const { recipient } = queue;
    if (recipient === undefined) {
      queue.drop(); // those who wait for it find that it has failed
      this.#countJob(network, -1);
    } else this.#end(recipient, internalError, 'unexpected error');
  }

  #removeIfEmpty(name: string, network: Network, queue: DeliveryQueue): void {
    const { recipient } = queue;
    if (queue.isEmpty && network.sessions.get(recipient?.session) === queue)
      network.sessions.delete(recipient?.session);
    if (network.sessions.size === 0 && this.#networks.get(name) === network) this.#networks.delete(name);
  }

  #endSession(recipient: Recipient, reason: string): void {
    this.#end(recipient, policyViolation, `${reason}; subscribe to less`);
  }

  #end(recipient: Recipient, code: number, reason: string): void {
    this.drop(recipient);
    try {
      recipient.session.end(code, reason);
    } catch (error) {
      this.#faults.note('delivery: end of a session', error);
    }
  }

  #largest(): Network | undefined {
    let largest: Network | undefined;
    for (const network of this.#networks.values()) if (network.jobs > (largest?.jobs ?? 0)) largest = network;
    return largest;
  }

  /** Ends the session of the network for which most messages wait. */
  #endLongest(network: Network | undefined): void {
    let longest: DeliveryQueue | undefined;
    for (const queue of network?.sessions.values() ?? []) {
      if (queue.recipient !== undefined && queue.messages >= (longest?.messages ?? 0)) longest = queue;
    }
    if (longest?.recipient !== undefined) this.#endSession(longest.recipient, 'too many messages wait to be sent');
  }

  /** When messages are late: ends all late sessions of the network for which most of them wait. */
  #endLate(): void {
    const now = this.#now();
    if (this.#checkAt === Number.POSITIVE_INFINITY) this.#checkAt = now + graceMs;
    if (now < this.#checkAt) return;
    this.#checkAt = now + reliefMs;
    let most = -1;
    let late: readonly Recipient[] = [];
    for (const { sessions } of this.#networks.values()) {
      const behind = [...sessions.values()].filter(({ since }) => since < now - graceMs);
      const messages = behind.reduce((sum, queue) => sum + queue.messages, 0);
      if (messages <= most) continue;
      const recipients = behind.flatMap(({ recipient }) => recipient ?? []);
      if (recipients.length === 0) continue;
      most = messages;
      late = recipients;
    }
    for (const recipient of late) this.#endSession(recipient, 'more messages than the node can send in time');
  }
}
