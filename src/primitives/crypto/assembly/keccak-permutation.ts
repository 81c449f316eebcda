/*
 * Keccak-f[1600] (FIPS 202, section 3). The state is 25 lanes of 64 bits, lane (x, y) at byte 8·(x + 5·y). WebAssembly
 * has no andnot, which the step χ needs 25 times, so six lanes are kept complemented between the rounds, and the
 * formulas of χ differ by row accordingly ("lane complementing", Keccak implementation overview, section 2.2).
 *
 * A round reads the lanes from one buffer and writes them to the other, 25 lanes being more than there are registers,
 * and then adds up the parities of the columns, which the next round needs. Even and odd rounds are two branches that
 * each end with the parities: without the branches V8 would compute these where they are first used, in the next round,
 * and keep every lane on the stack until then (measured gain in a loop of hashes of 64 bytes: 287 to 278 ns a turn,
 * nine pairs of runs).
 *
 * A digest is the beginning of the first row, so its last round ends with that row (measured gain in a loop of hashes
 * of 64 bytes: 321 to 283 ns a turn, seven pairs of runs).
 */

const ROUNDS = 24;

/** The 200 bytes that are permuted. */
export const state: usize = memory.data(200, 16);
/** The lanes after every other round. */
const other: usize = memory.data(200, 16);

/** Step ι: one constant per round. */
const roundConstants: usize = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
  0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
  0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
  0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
  0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]);

/** Permutes the state in place: all of it or, `digestOnly`, what a digest of 32 bytes is read from. */
export function permute(digestOnly: bool = false): void {
  complement();
  permuteComplemented(digestOnly);
  complement();
}

/** The same for a state in which the lanes of `complement` are complemented, before and afterwards. */
export function permuteComplemented(digestOnly: bool): void {
  /** the parities of the columns */
  let p0 = parity(state);
  let p1 = parity(state + 8);
  let p2 = parity(state + 16);
  let p3 = parity(state + 24);
  let p4 = parity(state + 32);

  for (let round = 0; round < ROUNDS; round++) {
    if ((round & 1) == 0) {
      permuteOnce(state, other, round, p0, p1, p2, p3, p4, false);
      p0 = parity(other);
      p1 = parity(other + 8);
      p2 = parity(other + 16);
      p3 = parity(other + 24);
      p4 = parity(other + 32);
    } else {
      const isLast = round == ROUNDS - 1;
      permuteOnce(other, state, round, p0, p1, p2, p3, p4, digestOnly && isLast);
      if (isLast) return;
      p0 = parity(state);
      p1 = parity(state + 8);
      p2 = parity(state + 16);
      p3 = parity(state + 24);
      p4 = parity(state + 32);
    }
  }
}

/**
 * A round from one buffer to the other, in which the columns have these parities; with `firstRowOnly`, the first row of
 * it.
 */
@inline
function permuteOnce(
  from: usize,
  to: usize,
  round: i32,
  p0: u64,
  p1: u64,
  p2: u64,
  p3: u64,
  p4: u64,
  firstRowOnly: bool,
): void {
  // θ
  const d0 = p4 ^ rotl<u64>(p1, 1);
  const d1 = p0 ^ rotl<u64>(p2, 1);
  const d2 = p1 ^ rotl<u64>(p3, 1);
  const d3 = p2 ^ rotl<u64>(p4, 1);
  const d4 = p3 ^ rotl<u64>(p0, 1);

  // ρ, π and χ, one row of the result after the other; ι in the first
  let c0 = load<u64>(from) ^ d0;
  let c1 = rotl<u64>(load<u64>(from + 48) ^ d1, 44);
  let c2 = rotl<u64>(load<u64>(from + 96) ^ d2, 43);
  let c3 = rotl<u64>(load<u64>(from + 144) ^ d3, 21);
  let c4 = rotl<u64>(load<u64>(from + 192) ^ d4, 14);
  store<u64>(to, c0 ^ (c1 | c2) ^ load<u64>(roundConstants + (round << 3)));
  store<u64>(to + 8, c1 ^ (~c2 | c3));
  store<u64>(to + 16, c2 ^ (c3 & c4));
  store<u64>(to + 24, c3 ^ (c4 | c0));
  store<u64>(to + 32, c4 ^ (c0 & c1));
  if (firstRowOnly) return;

  c0 = rotl<u64>(load<u64>(from + 24) ^ d3, 28);
  c1 = rotl<u64>(load<u64>(from + 72) ^ d4, 20);
  c2 = rotl<u64>(load<u64>(from + 80) ^ d0, 3);
  c3 = rotl<u64>(load<u64>(from + 128) ^ d1, 45);
  c4 = rotl<u64>(load<u64>(from + 176) ^ d2, 61);
  store<u64>(to + 40, c0 ^ (c1 | c2));
  store<u64>(to + 48, c1 ^ (c2 & c3));
  store<u64>(to + 56, c2 ^ (c3 | ~c4));
  store<u64>(to + 64, c3 ^ (c4 | c0));
  store<u64>(to + 72, c4 ^ (c0 & c1));

  c0 = rotl<u64>(load<u64>(from + 8) ^ d1, 1);
  c1 = rotl<u64>(load<u64>(from + 56) ^ d2, 6);
  c2 = rotl<u64>(load<u64>(from + 104) ^ d3, 25);
  c3 = rotl<u64>(load<u64>(from + 152) ^ d4, 8);
  c4 = rotl<u64>(load<u64>(from + 160) ^ d0, 18);
  store<u64>(to + 80, c0 ^ (c1 | c2));
  store<u64>(to + 88, c1 ^ (c2 & c3));
  store<u64>(to + 96, c2 ^ (~c3 & c4));
  store<u64>(to + 104, ~c3 ^ (c4 | c0));
  store<u64>(to + 112, c4 ^ (c0 & c1));

  c0 = rotl<u64>(load<u64>(from + 32) ^ d4, 27);
  c1 = rotl<u64>(load<u64>(from + 40) ^ d0, 36);
  c2 = rotl<u64>(load<u64>(from + 88) ^ d1, 10);
  c3 = rotl<u64>(load<u64>(from + 136) ^ d2, 15);
  c4 = rotl<u64>(load<u64>(from + 184) ^ d3, 56);
  store<u64>(to + 120, c0 ^ (c1 & c2));
  store<u64>(to + 128, c1 ^ (c2 | c3));
  store<u64>(to + 136, c2 ^ (~c3 | c4));
  store<u64>(to + 144, ~c3 ^ (c4 & c0));
  store<u64>(to + 152, c4 ^ (c0 | c1));

  c0 = rotl<u64>(load<u64>(from + 16) ^ d2, 62);
  c1 = rotl<u64>(load<u64>(from + 64) ^ d3, 55);
  c2 = rotl<u64>(load<u64>(from + 112) ^ d4, 39);
  c3 = rotl<u64>(load<u64>(from + 120) ^ d0, 41);
  c4 = rotl<u64>(load<u64>(from + 168) ^ d1, 2);
  store<u64>(to + 160, c0 ^ (~c1 & c2));
  store<u64>(to + 168, ~c1 ^ (c2 | c3));
  store<u64>(to + 176, c2 ^ (c3 & c4));
  store<u64>(to + 184, c3 ^ (c4 | c0));
  store<u64>(to + 192, c4 ^ (c0 & c1));
}

/** Complements the lanes that are kept so between the rounds. */
@inline
function complement(): void {
  store<u64>(state + 8, ~load<u64>(state + 8));
  store<u64>(state + 16, ~load<u64>(state + 16));
  store<u64>(state + 64, ~load<u64>(state + 64));
  store<u64>(state + 96, ~load<u64>(state + 96));
  store<u64>(state + 136, ~load<u64>(state + 136));
  store<u64>(state + 160, ~load<u64>(state + 160));
}

@inline
function parity(column: usize): u64 {
  return (
    load<u64>(column) ^ load<u64>(column, 40) ^ load<u64>(column, 80) ^ load<u64>(column, 120) ^ load<u64>(column, 160)
  );
}
