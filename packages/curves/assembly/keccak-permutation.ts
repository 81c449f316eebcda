/*
 * Keccak-f[1600] (FIPS 202, section 3). The state is 25 lanes of 64 bits, lane (x, y) at byte 8·(x + 5·y). WebAssembly
 * has no andnot, which the step χ needs 25 times, so six lanes are kept complemented between the rounds, and the
 * formulas of χ differ by row accordingly ("lane complementing", Keccak implementation overview, section 2.2).
 *
 * A round reads the lanes from one buffer and writes them to the other, 25 lanes being more than there are registers,
 * and then adds up the parities of the columns, which the next round needs. Even and odd rounds are two branches that
 * each end with the parities: without the branches V8 would compute these where they are first used, in the next round,
 * and keep every lane on the stack until then (measured gain in a loop of hashes of 64 bytes: 287 to 278 ns a turn,
 * nine pairs of runs). The first row is computed last and goes into the parities from registers, so that these do not
 * wait for it to be read back (311 to 295 ns a hash, 36 pairs in one process). It is written out in both branches: a
 * function returns one value, and with one row after the branches a hash takes 324 ns.
 *
 * A digest is the beginning of the first row, so its last round, which stands after the loop, ends with that row
 * (321 to 283 ns a turn, seven pairs of runs).
 */

/** The 200 bytes that are permuted. */
export const state: usize = memory.data(200, 16);
/** The lanes after every other round. */
const other: usize = memory.data(200, 16);

/** Of step ι, one for each of the 24 rounds. */
const roundConstants: usize = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
  0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
  0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
  0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
  0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]);
const lastConstant: usize = roundConstants + 23 * 8;

/** Permutes the state in place: all of it or, `digestOnly`, what a digest of 32 bytes is read from. */
export function permute(digestOnly: bool = false): void {
  complement();
  permuteComplemented(digestOnly);
  complement();
}

/** The same for a state in which the lanes of `complement` are complemented, before and afterwards. */
export function permuteComplemented(digestOnly: bool): void {
  /** the parities of the columns */
  let p0 = parityOfLowerRows(state) ^ load<u64>(state);
  let p1 = parityOfLowerRows(state + 8) ^ load<u64>(state, 8);
  let p2 = parityOfLowerRows(state + 16) ^ load<u64>(state, 16);
  let p3 = parityOfLowerRows(state + 24) ^ load<u64>(state, 24);
  let p4 = parityOfLowerRows(state + 32) ^ load<u64>(state, 32);
  /** address of the constant of the round, by which also even and odd rounds are told apart */
  let constant = roundConstants;

  while (true) {
    // θ: what each lane of a column is changed by
    const d0 = p4 ^ rotl<u64>(p1, 1);
    const d1 = p0 ^ rotl<u64>(p2, 1);
    const d2 = p1 ^ rotl<u64>(p3, 1);
    const d3 = p2 ^ rotl<u64>(p4, 1);
    const d4 = p3 ^ rotl<u64>(p0, 1);

    if ((constant & 8) == (roundConstants & 8)) {
      permuteLowerRows(state, other, d0, d1, d2, d3, d4);
      const c0 = load<u64>(state) ^ d0;
      const c1 = rotl<u64>(load<u64>(state, 48) ^ d1, 44);
      const c2 = rotl<u64>(load<u64>(state, 96) ^ d2, 43);
      const c3 = rotl<u64>(load<u64>(state, 144) ^ d3, 21);
      const c4 = rotl<u64>(load<u64>(state, 192) ^ d4, 14);
      const r0 = c0 ^ (c1 | c2) ^ load<u64>(constant);
      const r1 = c1 ^ (~c2 | c3);
      const r2 = c2 ^ (c3 & c4);
      const r3 = c3 ^ (c4 | c0);
      const r4 = c4 ^ (c0 & c1);
      storeRow(other, r0, r1, r2, r3, r4);
      p0 = parityOfLowerRows(other) ^ r0;
      p1 = parityOfLowerRows(other + 8) ^ r1;
      p2 = parityOfLowerRows(other + 16) ^ r2;
      p3 = parityOfLowerRows(other + 24) ^ r3;
      p4 = parityOfLowerRows(other + 32) ^ r4;
      constant += 8;
      if (constant == lastConstant) break;
    } else {
      permuteLowerRows(other, state, d0, d1, d2, d3, d4);
      const c0 = load<u64>(other) ^ d0;
      const c1 = rotl<u64>(load<u64>(other, 48) ^ d1, 44);
      const c2 = rotl<u64>(load<u64>(other, 96) ^ d2, 43);
      const c3 = rotl<u64>(load<u64>(other, 144) ^ d3, 21);
      const c4 = rotl<u64>(load<u64>(other, 192) ^ d4, 14);
      const r0 = c0 ^ (c1 | c2) ^ load<u64>(constant);
      const r1 = c1 ^ (~c2 | c3);
      const r2 = c2 ^ (c3 & c4);
      const r3 = c3 ^ (c4 | c0);
      const r4 = c4 ^ (c0 & c1);
      storeRow(state, r0, r1, r2, r3, r4);
      p0 = parityOfLowerRows(state) ^ r0;
      p1 = parityOfLowerRows(state + 8) ^ r1;
      p2 = parityOfLowerRows(state + 16) ^ r2;
      p3 = parityOfLowerRows(state + 24) ^ r3;
      p4 = parityOfLowerRows(state + 32) ^ r4;
      constant += 8;
    }
  }

  const d0 = p4 ^ rotl<u64>(p1, 1);
  const d1 = p0 ^ rotl<u64>(p2, 1);
  const d2 = p1 ^ rotl<u64>(p3, 1);
  const d3 = p2 ^ rotl<u64>(p4, 1);
  const d4 = p3 ^ rotl<u64>(p0, 1);
  if (!digestOnly) permuteLowerRows(other, state, d0, d1, d2, d3, d4);
  const c0 = load<u64>(other) ^ d0;
  const c1 = rotl<u64>(load<u64>(other, 48) ^ d1, 44);
  const c2 = rotl<u64>(load<u64>(other, 96) ^ d2, 43);
  const c3 = rotl<u64>(load<u64>(other, 144) ^ d3, 21);
  const c4 = rotl<u64>(load<u64>(other, 192) ^ d4, 14);
  const r0 = c0 ^ (c1 | c2) ^ load<u64>(lastConstant);
  storeRow(state, r0, c1 ^ (~c2 | c3), c2 ^ (c3 & c4), c3 ^ (c4 | c0), c4 ^ (c0 & c1));
}

/** ρ, π and χ for all rows of the result but the first, one after the other. */
@inline
function permuteLowerRows(from: usize, to: usize, d0: u64, d1: u64, d2: u64, d3: u64, d4: u64): void {
  let c0 = rotl<u64>(load<u64>(from + 24) ^ d3, 28);
  let c1 = rotl<u64>(load<u64>(from + 72) ^ d4, 20);
  let c2 = rotl<u64>(load<u64>(from + 80) ^ d0, 3);
  let c3 = rotl<u64>(load<u64>(from + 128) ^ d1, 45);
  let c4 = rotl<u64>(load<u64>(from + 176) ^ d2, 61);
  storeRow(to + 40, c0 ^ (c1 | c2), c1 ^ (c2 & c3), c2 ^ (c3 | ~c4), c3 ^ (c4 | c0), c4 ^ (c0 & c1));

  c0 = rotl<u64>(load<u64>(from + 8) ^ d1, 1);
  c1 = rotl<u64>(load<u64>(from + 56) ^ d2, 6);
  c2 = rotl<u64>(load<u64>(from + 104) ^ d3, 25);
  c3 = rotl<u64>(load<u64>(from + 152) ^ d4, 8);
  c4 = rotl<u64>(load<u64>(from + 160) ^ d0, 18);
  storeRow(to + 80, c0 ^ (c1 | c2), c1 ^ (c2 & c3), c2 ^ (~c3 & c4), ~c3 ^ (c4 | c0), c4 ^ (c0 & c1));

  c0 = rotl<u64>(load<u64>(from + 32) ^ d4, 27);
  c1 = rotl<u64>(load<u64>(from + 40) ^ d0, 36);
  c2 = rotl<u64>(load<u64>(from + 88) ^ d1, 10);
  c3 = rotl<u64>(load<u64>(from + 136) ^ d2, 15);
  c4 = rotl<u64>(load<u64>(from + 184) ^ d3, 56);
  storeRow(to + 120, c0 ^ (c1 & c2), c1 ^ (c2 | c3), c2 ^ (~c3 | c4), ~c3 ^ (c4 & c0), c4 ^ (c0 | c1));

  c0 = rotl<u64>(load<u64>(from + 16) ^ d2, 62);
  c1 = rotl<u64>(load<u64>(from + 64) ^ d3, 55);
  c2 = rotl<u64>(load<u64>(from + 112) ^ d4, 39);
  c3 = rotl<u64>(load<u64>(from + 120) ^ d0, 41);
  c4 = rotl<u64>(load<u64>(from + 168) ^ d1, 2);
  storeRow(to + 160, c0 ^ (~c1 & c2), ~c1 ^ (c2 | c3), c2 ^ (c3 & c4), c3 ^ (c4 | c0), c4 ^ (c0 & c1));
}

@inline
function storeRow(row: usize, lane0: u64, lane1: u64, lane2: u64, lane3: u64, lane4: u64): void {
  store<u64>(row, lane0);
  store<u64>(row, lane1, 8);
  store<u64>(row, lane2, 16);
  store<u64>(row, lane3, 24);
  store<u64>(row, lane4, 32);
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

/** The parity of a column without the lane in the first row. */
@inline
function parityOfLowerRows(column: usize): u64 {
  return load<u64>(column, 40) ^ load<u64>(column, 80) ^ load<u64>(column, 120) ^ load<u64>(column, 160);
}
