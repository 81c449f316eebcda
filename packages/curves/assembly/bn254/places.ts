/** Where points, up to 32 pairs of them, and numbers are put, and where an encoded point is read. */
export const input: usize = memory.data(32 * 192, 16);
export const output: usize = memory.data(64, 16);
