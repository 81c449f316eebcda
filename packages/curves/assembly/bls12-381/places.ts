/** Where sums of products have their inputs, and what they work with. */
import { POINT } from './curve';

/** most points of one call of `accumulate` */
export const MOST_POINTS: usize = 64;
export const MOST_PARTS: usize = 4;
export const TABLE: usize = 9 * POINT;
export const MOST_WINDOWS: usize = 33;
/** bytes of a split scalar: 128 bits of each half, or 64 bits of each of four parts */
export const SCALAR: usize = 32;

const INPUT: usize = MOST_POINTS * (256 + SCALAR);

/** Where points, and behind them the split scalars, are put: behind what the compiler has laid out. */
export const input: usize = (<usize>memory.size()) << 16;
/** The encoded result is read here. */
export const output: usize = memory.data(256, 16);

export const tables: usize = input + INPUT;
export const digits: usize = tables + MOST_POINTS * MOST_PARTS * TABLE;
memory.grow(<i32>((INPUT + MOST_POINTS * MOST_PARTS * (TABLE + 2 * MOST_WINDOWS) + 0xffff) >> 16));

/** the sum of all calls since `begin` */
export const total: usize = memory.data(336, 16);
