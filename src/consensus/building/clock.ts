import { clearTimeout, dateMs, elapsedMs, setTimeout } from '../../primitives/machine.ts';

/** The clock of a block producer; tests pass their own. */
export type Clock = {
  /** Milliseconds since 1970: dates blocks. Somebody may set it, forward or back. */
  now(): number;
  /** Milliseconds of a monotonic clock, which setting the date does not affect: measures waiting. */
  elapsed(): number;
  /** Calls back once after that many milliseconds of `elapsed`; returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
};

/** Longest delay of Node's timers, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** The clock of the machine. It calls back early when the delay exceeds 24 days, so callers check the time again. */
export const systemClock: Clock = {
  now: dateMs,
  elapsed: elapsedMs,
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, Math.min(Math.ceil(milliseconds), maxTimerMs));
    return () => clearTimeout(timer);
  },
};
