import assert from 'node:assert/strict';

/** Wei times `parts`: what is left of divisions. */
export type Fraction = bigint;
export const parts = 2n ** 64n;
/** Wei by which an amount may differ that was divided many times: each division is rounded down. */
const lostWei = 100n;

export function add<K>(sums: Map<K, bigint>, key: K, change: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + change);
}

/** Asserts that an amount in wei is what was earned, up to what divisions have lost. */
export function assertAlmost(wei: bigint, earned: Fraction, what: string): void {
  const difference = wei - earned / parts;
  assert.ok(difference <= lostWei && -difference <= lostWei, `${what}: ${wei} wei differ from it by ${difference}`);
}
