import type { GuardedWorker } from '#qord/primitives/guarded-worker.ts';
import type { Machine, Timer } from '#qord/primitives/machine.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { ThreadStarter } from './inline-thread.ts';
import type { Scheduler, SimulatedEvent } from './scheduler.ts';

/** 2026-06-01T00:00:00Z, in milliseconds since 1970: when every simulated world begins. */
const startDateMs = 1_780_272_000_000;

/** A timer in simulated time. */
class SimulatedTimer implements Timer {
  readonly #start: (run: () => void) => SimulatedEvent;
  readonly #callback: () => void;
  readonly #repeats: boolean;
  #event: SimulatedEvent | undefined;

  constructor(start: (run: () => void) => SimulatedEvent, callback: () => void, repeats: boolean) {
    this.#start = start;
    this.#callback = callback;
    this.#repeats = repeats;
    this.refresh();
  }

  refresh(): this {
    this.clear();
    this.#event = this.#start(() => {
      if (this.#repeats) this.refresh();
      this.#callback();
    });
    return this;
  }

  clear(): void {
    if (this.#event !== undefined) this.#event.isCancelled = true;
  }

  unref(): this {
    return this;
  }
}

/** Time, chance and threads that follow from a seed. */
export function createMachine(scheduler: Scheduler, random: Random, startThread: ThreadStarter): Machine {
  const start = (callback: () => void, milliseconds: number, repeats: boolean): Timer => {
    const delayMs = Math.max(1, milliseconds); // as in Node
    return new SimulatedTimer((run) => scheduler.after(delayMs, `timer of ${delayMs} ms`, run), callback, repeats);
  };
  return {
    dateMs: () => Math.floor(startDateMs + scheduler.readClock()),
    elapsedMs: () => scheduler.readClock(),
    setTimeout: (callback, milliseconds) => start(callback, milliseconds, false),
    setInterval: (callback, milliseconds) => start(callback, milliseconds, true),
    clearTimer: (timer) => {
      if (timer instanceof SimulatedTimer) timer.clear();
    },
    setImmediate: (callback) => void scheduler.after(0, 'iteration', callback),
    fillRandom: (bytes, at, length) => bytes.set(random.bytes(length), at),
    createThread: (program, { workerData }) => startThread(program, workerData) as unknown as GuardedWorker,
  };
}
