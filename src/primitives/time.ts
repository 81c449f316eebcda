/** Seconds since 1970 → RFC 3339 text in UTC, e.g. `2026-01-15T12:00:00Z`. */
export function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** No block is later than the year 9999, in seconds since 1970: times stay exact integers whatever they are set to. */
export const maxTimestamp = 253_402_300_799;
