import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PriorityQueue } from '#qord/mempool/priority-queue.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { Journal } from '../journal.ts';

/** Who has scheduled an event. */
export type Process = { readonly name: string; isAlive: boolean; isEnding?: boolean };

/** What happens at one moment of the simulated time. */
export type SimulatedEvent = {
  /** milliseconds since the start */
  readonly at: number;
  readonly number: number;
  readonly process: Process;
  readonly label: string;
  readonly run: () => void;
  isCancelled: boolean;
};

/** Milliseconds that a reading of the clock takes at most, mostly and rarely: work takes time, so that slices end. */
const readingMs = { usual: 0.004, long: 4 };
const longReadings = 1 / 2_000;
/** Events in one second at which something asks for its turn again and again: seven busy nodes have some thousands. */
const mostEventsInSecond = 100_000;

/**
 * The one clock and the one order of a simulated world. Events run one after the other; between two of them all promises
 * that can settle do so. The same seed gives the same order.
 */
export class Scheduler {
  #events = new PriorityQueue<SimulatedEvent>(isBefore);
  readonly #random: Random;
  readonly #journal: Journal;
  readonly #beat: Int32Array;
  readonly #outside: Process = { name: 'world', isAlive: true };
  #process = this.#outside;
  #nowMs = 0;
  #added = 0;
  #count = 0;
  #second = { number: 0, began: 0 };
  #failure: { readonly error: unknown } | undefined;

  /** `beat`: counts the events for whoever watches from another thread */
  constructor(random: Random, journal: Journal, beat: Int32Array = new Int32Array(1)) {
    this.#random = random;
    this.#beat = beat;
    this.#journal = journal;
  }

  /** Who runs now. */
  get process(): Process {
    return this.#process;
  }

  /** Milliseconds since the start, to which a reading adds nothing. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Events so far. */
  get steps(): number {
    return this.#count;
  }

  /** Reads the clock, which takes a moment. */
  readClock(): number {
    const most = this.#random.chance(longReadings) ? readingMs.long : readingMs.usual;
    this.#nowMs += (this.#random.below(1_000) / 1_000) * most;
    return this.#nowMs;
  }

  /** Has something happen after a delay, to the process that runs now unless another one is named. */
  after(delayMs: number, label: string, run: () => void, process = this.#process): SimulatedEvent {
    const at = this.#nowMs + Math.max(0, delayMs);
    const event = { at, number: this.#added++, process, label, run, isCancelled: false };
    if (process.isAlive) this.#events.push(event);
    return event;
  }

  /** Ends a process at once: what it had waiting never happens, and what that holds is forgotten. */
  kill(process: Process): void {
    process.isAlive = false;
    const all = this.#events;
    this.#events = new PriorityQueue(isBefore);
    for (let event = all.pop(); event !== undefined; event = all.pop())
      if (event.process !== process && !event.isCancelled) this.#events.push(event);
  }

  /** Runs `work` as the process: what it schedules is its own. */
  within<T>(process: Process, work: () => T): T {
    const before = this.#process;
    this.#process = process;
    try {
      return work();
    } finally {
      this.#process = before;
    }
  }

  /** Ends the run with this error. The first one counts. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  /** Lets time pass until the condition holds, or nothing can happen any more. Throws what anything has failed with. */
  async runUntil(isOver: () => boolean): Promise<void> {
    await nextTurn();
    while (this.#failure === undefined && !isOver()) {
      const event = this.#events.pop();
      if (event === undefined) break;
      if (event.isCancelled) continue;
      await this.#run(event);
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Lets time pass until nothing is left, which is asserted to come within so many milliseconds. */
  async untilNone(milliseconds: number, left: () => readonly unknown[], what: string): Promise<void> {
    const until = this.#nowMs + milliseconds;
    await this.runUntil(() => left().length === 0 || this.#nowMs > until);
    assert.equal(left().length, 0, `${what}: ${left().filter((each) => typeof each === 'string')}`);
  }

  /** Tells the watchdog that a long piece of work between two events has not stopped. */
  goesOn(): void {
    this.#beat[0] = this.#count + (this.#beat[0] === this.#count ? 1 : 0);
  }

  #assertRest(label: string): void {
    const number = Math.floor(this.#nowMs / 1_000);
    if (number > this.#second.number) this.#second = { number, began: this.#count };
    if (this.#count > this.#second.began + mostEventsInSecond) this.fail(new Error(`${label} comes without end`));
  }

  async #run(event: SimulatedEvent): Promise<void> {
    this.#beat[0] = ++this.#count;
    this.#nowMs = Math.max(this.#nowMs, event.at);
    this.#process = event.process;
    this.#assertRest(event.label);
    this.#journal.note(this.#nowMs, event.process.name, event.label);
    try {
      event.run();
    } catch (error) {
      this.fail(error);
    }
    await nextTurn(); // all promises that can settle do, within the same process
    this.#process = this.#outside;
  }
}

/** Events of one time happen in the order in which they were added. */
function isBefore(left: SimulatedEvent, right: SimulatedEvent): boolean {
  return left.at < right.at || (left.at === right.at && left.number < right.number);
}
