import { signal } from '@preact/signals';
import { head } from '../node/head.ts';

const tick = signal(Date.now() / 1000);
setInterval(() => {
  tick.value = Date.now() / 1000;
}, 5_000);

/** Seconds since 1970 by the clock of the browser, renewed every few seconds. */
export function useClock(): number {
  return tick.value;
}

/** Seconds since 1970, renewed every few seconds; never before the newest block, whose time may be shifted. */
export function useNow(): number {
  const newest = head.value === undefined ? 0 : head.value.timestamp;
  return Math.max(tick.value, newest);
}
