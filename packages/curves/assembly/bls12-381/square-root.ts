/** (p - 3) / 4, the lowest 64 bits first: a square to this power is the inverse of a root of it */
export const squareRootExponent: usize = memory.data<u64>(
  [
    0xee7fbfffffffeaaa, 0x07aaffffac54ffff, 0xd9cc34a83dac3d89, 0xd91dd2e13ce144af, 0x92c6e9ed90d2eb35,
    0x0680447a8e5ff9a6,
  ],
  16,
);
