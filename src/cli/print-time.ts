/** Seconds since 1970 → `2026-01-31 12:00:00 UTC`. */
export function printTime(seconds: bigint): string {
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
