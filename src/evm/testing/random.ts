/** 64-bit numbers by xorshift64*, the same in every run. */
export function createRandom(seed: bigint): () => bigint {
  let state = seed;
  return () => {
    state ^= state >> 12n;
    state = BigInt.asUintN(64, state ^ (state << 25n));
    state ^= state >> 27n;
    return BigInt.asUintN(64, state * 0x2545f4914f6cdd1dn);
  };
}
