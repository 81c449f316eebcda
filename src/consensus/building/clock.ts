import { setTimeout } from 'node:timers';

/** Time, as the block producer needs it; tests bring their own. */
export type Clock = {
  /** Milliseconds since 1970: what blocks are dated by. Somebody may set it, forward or back. */
  now(): number;
  /** Milliseconds since some moment, at a steady pace whatever becomes of the date: what waiting goes by. */
  elapsed(): number;
  /** Calls back once after that many milliseconds of `elapsed`; returns how to call it off. */
  after(milliseconds: number, callback: () => void): () => void;
};

/** What the timers of Node can wait for, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** The clock of the machine. It calls back early when asked for more than 24 days: whoever waits looks at the time again. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, Math.min(Math.ceil(milliseconds), longestWait));
    return () => clearTimeout(timer);
  },
};
