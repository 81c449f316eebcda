import { setTimeout } from 'node:timers';

/** Time, as the block producer needs it; tests bring their own. */
export type Clock = {
  /** milliseconds since 1970 */
  now(): number;
  /** Calls back once after that many milliseconds; answers how to call it off. */
  after(milliseconds: number, callback: () => void): () => void;
};

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
