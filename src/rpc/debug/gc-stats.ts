import { PerformanceObserver, performance } from 'node:perf_hooks';
import { once } from '../../primitives/once.ts';
import type { JsonValue } from '../json-value.ts';

/** Pauses that are remembered, as many as Go does. */
const remembered = 256;
const nanosecondsPerMs = 1e6;

type Pause = { readonly end: number; readonly nanoseconds: number };

/** Counts the garbage collections of the process since its creation. */
class GcRecord {
  #count = 0;
  #total = 0;
  /** newest first */
  readonly #pauses: Pause[] = [];

  constructor() {
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        const nanoseconds = Math.round(duration * nanosecondsPerMs);
        this.#count++;
        this.#total += nanoseconds;
        this.#pauses.unshift({ end: performance.timeOrigin + startTime + duration, nanoseconds });
        if (this.#pauses.length > remembered) this.#pauses.pop();
      }
    });
    observer.observe({ entryTypes: ['gc'] });
  }

  /** Under the names of Go. Times are ISO 8601, durations nanoseconds. */
  view(): JsonValue {
    const times = this.#pauses.map(({ end }) => new Date(end).toISOString());
    return {
      LastGC: times[0] ?? new Date(0).toISOString(),
      NumGC: this.#count,
      PauseTotal: this.#total,
      Pause: this.#pauses.map(({ nanoseconds }) => nanoseconds),
      PauseEnd: times,
      PauseQuantiles: null,
    };
  }
}

/** One record for the process, however many nodes it has: garbage is collected for all of them together. */
export const gcRecord = once(() => new GcRecord());
