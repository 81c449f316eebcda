import type { Faults } from '../primitives/faults.ts';
import { elapsedMs } from '../primitives/machine.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import { DeliveryQueue, type Recipient, sent, waiting } from './delivery-queue.ts';
import type { Session } from './session.ts';

export { type Recipient, sent, waiting };

/** Milliseconds of one session before the next has a turn. */
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
 * Sends notifications to subscribers, by turns of the client networks and of their sessions on the main thread, so that
 * a long list of messages delays nobody but its recipient. The jobs of a session are done in order. Work that many
 * sessions need, such as reading the logs of a block, takes turns like a client (`share`).
 *
 * Messages are counted before they are made: a session that would get too many is ended. When messages are ten seconds
 * late, the client that most wait for is disconnected. What a job throws ends its session only.
 */
export class Deliveries {
  readonly #faults: Faults;
  readonly #mainThread: MainThread;
  readonly #now: () => number;
  /** a queue that is not empty has its turn on the main thread, or will have */
  readonly #networks = new Map<string, Network>();
  #jobs = 0;
  #isHeld = false;
  /** queues that begin when `together` ends */
  readonly #held: DeliveryQueue[] = [];
  /** Queues of sessions that continue after the next turn of shared work. */
  readonly #waiting: DeliveryQueue[] = [];
  #checkAt = Number.POSITIVE_INFINITY;

  /** `now`: milliseconds of a monotonic clock */
  constructor(faults: Faults, mainThread: MainThread, now: () => number = elapsedMs) {
    this.#faults = faults;
    this.#mainThread = mainThread;
    this.#now = now;
  }

  /**
   * Adds a job of a session: an iterator that sends at most one message in a step, and then yields `sent`; it yields
   * `waiting` while it waits for shared work. `messages`: how many it sends, as far as that is known.
   */
  add(recipient: Recipient, job: Iterable<unknown>, messages: number): void {
    const began = this.#enqueue(recipient.client.network, recipient, job);
    this.expect(recipient, messages);
    if (began !== undefined) this.#begin(began);
  }

  /** Adds work for all sessions. `kind`: works of a kind are done in order, those of different kinds by turns. */
  share(kind: string, work: Iterable<unknown>): void {
    const began = this.#enqueue(`shared ${kind}`, undefined, work);
    if (began !== undefined) this.#begin(began);
  }

  /** So many more messages wait for the session: they are a part of a job that was added. */
  expect(recipient: Recipient, messages: number): void {
    const queue = this.#networks.get(recipient.client.network)?.sessions.get(recipient.session);
    if (queue === undefined) return;
    queue.messages += messages;
    if (queue.messages > maxMessages) this.#endSession(recipient, 'more messages than the node can send');
  }

  /** Adds several jobs; none begins before all are added. */
  together(add: () => void): void {
    const wasHeld = this.#isHeld;
    this.#isHeld = true;
    try {
      add();
    } finally {
      this.#isHeld = wasHeld;
      if (!wasHeld) for (const queue of this.#held.splice(0)) this.#begin(queue);
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

  /** Returns the queue when it is a new one, which has to begin. */
  #enqueue(name: string, recipient: Recipient | undefined, job: Iterable<unknown>): DeliveryQueue | undefined {
    const network = this.#networks.get(name) ?? { sessions: new Map(), jobs: 0 };
    this.#networks.set(name, network);
    const known = network.sessions.get(recipient?.session);
    const queue = known ?? new DeliveryQueue(name, recipient);
    network.sessions.set(recipient?.session, queue);
    queue.add(job, this.#now());
    this.#countJob(network, 1);
    if (network.jobs > maxJobsOfNetwork) this.#endLongest(network);
    else if (this.#jobs > maxJobs) this.#endLongest(this.#largest());
    return known === undefined ? queue : undefined;
  }

  #countJob(network: Network, change: number): void {
    network.jobs += change;
    this.#jobs += change;
    if (this.#jobs === 0) this.#checkAt = Number.POSITIVE_INFINITY;
  }

  /** Gives the queue its turn, unless what is added together is not complete yet. */
  #begin(queue: DeliveryQueue): void {
    if (this.#isHeld) this.#held.push(queue);
    else this.#mainThread.run('delivery', queue, () => this.#serve(queue), this.#fault);
  }

  /** The turn of a session, or of shared work. */
  #serve(queue: DeliveryQueue): void {
    this.#endLate();
    const network = this.#networks.get(queue.network);
    if (network?.sessions.get(queue.recipient?.session) !== queue) return; // the session has ended
    let isWaiting = false;
    try {
      isWaiting = this.#work(network, queue);
    } catch (error) {
      this.#fail(network, queue, error);
    }
    this.#removeIfEmpty(queue.network, network, queue);
    if (isWaiting) this.#waiting.push(queue);
    else if (!queue.isEmpty) this.#serveLater(queue);
    if (queue.recipient === undefined) for (const next of this.#waiting.splice(0)) this.#serveLater(next);
  }

  #serveLater(queue: DeliveryQueue): void {
    this.#mainThread.runLater('delivery', queue, () => this.#serve(queue), this.#fault);
  }

  /** Returns whether the session waits for shared work. */
  #work(network: Network, queue: DeliveryQueue): boolean {
    const end = this.#now() + turnMs;
    do {
      for (let count = 0; count < stepsPerCheck; count++) {
        if (queue.isEmpty) return false;
        const { value, hasEnded } = queue.step();
        if (value === waiting) return true;
        if (hasEnded) this.#countJob(network, -1);
      }
    } while (this.#now() < end);
    return false;
  }

  readonly #fault = (error: unknown): void => this.#faults.note('delivery', error);

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
