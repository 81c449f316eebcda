/** Operands that are likely to be expensive: bounds, what collides, what is large. */

export type Choice<T> = readonly [T, ...T[]];

/** Multiples of these share buckets, or fill neighbours, in a table without a secret. */
export const factors: Choice<bigint> = [
  1n,
  2n,
  32n,
  2n ** 32n,
  2n ** 43n,
  2n ** 64n,
  2n ** 64n + 1n,
  2n ** 96n + 1n,
  2n ** 192n + 1n,
  2n ** 224n,
  2n ** 224n + 2n ** 32n,
  0x9e3779b97f4a7c15f39cc0605cedc835n,
];
/** Too little gas for what is called, a little, and enough. */
export const gasLimits: Choice<bigint> = [0n, 1n, 20n, 100n, 700n, 2_300n, 2_600n, 5_000n, 40_000n];
export const lengths: Choice<bigint> = [0n, 1n, 31n, 32n, 33n, 64n, 65n, 1_024n, 24_576n];
export const words: Choice<bigint> = [0n, 1n, 3n, 2n ** 64n - 1n, 2n ** 128n - 1n, 2n ** 255n + 1n, 2n ** 256n - 1n];
export const codeSizes: Choice<number> = [1, 64, 1_024, 24_575, 24_576, 24_576];
export const initSizes: Choice<number> = [32, 64, 1_024, 24_576, 49_151, 49_152];
export const contractCounts: Choice<number> = [1, 2, 16, 68, 72, 160, 160, 400, 1_024];
export const transactionCounts: Choice<number> = [1, 1, 1, 3];
