import { dateMs } from './machine.ts';

/** Seconds since 1970 → RFC 3339 text in UTC, e.g. `2026-01-15T12:00:00Z`. */
export function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** The end of the year 9999, in seconds since 1970: the latest time of a block, so that times stay exact integers. */
export const maxTimestampSeconds = 253_402_300_799;

/** The present by this clock, in whole seconds since 1970. */
export function presentSeconds(): number {
  return Math.floor(dateMs() / 1000);
}
