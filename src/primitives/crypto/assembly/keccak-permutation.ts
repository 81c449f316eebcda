/*
 * Keccak-f[1600] (FIPS 202, section 3). The state is 25 lanes of 64 bits, lane (x, y) at byte 8·(x + 5·y). WebAssembly
 * has no andnot, which the step χ needs 25 times, so six lanes are kept complemented between the rounds, and the
 * formulas of χ differ by row accordingly ("lane complementing", Keccak implementation overview, section 2.2).
 *
 * A round reads the lanes from one buffer and writes them to the other, and adds them to the parities of their columns,
 * which the next round needs, as they are written. 25 lanes do not fit into the registers: V8 would spill those of one
 * round and move all of them at its end (measured gain in a loop of hashes of 64 bytes: 3 % of CPU time).
 *
 * A digest is the beginning of the first row, so its last round ends with that row (measured gain in a loop of hashes of
 * 64 bytes: 321 to 283 ns a turn, seven pairs of runs).
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
  let c0: u64, c1: u64, c2: u64, c3: u64, c4: u64;
  let d0: u64, d1: u64, d2: u64, d3: u64, d4: u64;

  for (let round = 0; round < ROUNDS; round += 2) {
    // θ
    d0 = p4 ^ rotl<u64>(p1, 1);
    d1 = p0 ^ rotl<u64>(p2, 1);
    d2 = p1 ^ rotl<u64>(p3, 1);
    d3 = p2 ^ rotl<u64>(p4, 1);
    d4 = p3 ^ rotl<u64>(p0, 1);

    // ρ, π and χ, one row of the result after the other; ι in the first
    c0 = load<u64>(state) ^ d0;
    c1 = rotl<u64>(load<u64>(state + 48) ^ d1, 44);
    c2 = rotl<u64>(load<u64>(state + 96) ^ d2, 43);
    c3 = rotl<u64>(load<u64>(state + 144) ^ d3, 21);
    c4 = rotl<u64>(load<u64>(state + 192) ^ d4, 14);
    p0 = save(other, c0 ^ (c1 | c2) ^ load<u64>(roundConstants + (round << 3)));
    p1 = save(other + 8, c1 ^ (~c2 | c3));
    p2 = save(other + 16, c2 ^ (c3 & c4));
    p3 = save(other + 24, c3 ^ (c4 | c0));
    p4 = save(other + 32, c4 ^ (c0 & c1));

    c0 = rotl<u64>(load<u64>(state + 24) ^ d3, 28);
    c1 = rotl<u64>(load<u64>(state + 72) ^ d4, 20);
    c2 = rotl<u64>(load<u64>(state + 80) ^ d0, 3);
    c3 = rotl<u64>(load<u64>(state + 128) ^ d1, 45);
    c4 = rotl<u64>(load<u64>(state + 176) ^ d2, 61);
    p0 ^= save(other + 40, c0 ^ (c1 | c2));
    p1 ^= save(other + 48, c1 ^ (c2 & c3));
    p2 ^= save(other + 56, c2 ^ (c3 | ~c4));
    p3 ^= save(other + 64, c3 ^ (c4 | c0));
    p4 ^= save(other + 72, c4 ^ (c0 & c1));

    c0 = rotl<u64>(load<u64>(state + 8) ^ d1, 1);
    c1 = rotl<u64>(load<u64>(state + 56) ^ d2, 6);
    c2 = rotl<u64>(load<u64>(state + 104) ^ d3, 25);
    c3 = rotl<u64>(load<u64>(state + 152) ^ d4, 8);
    c4 = rotl<u64>(load<u64>(state + 160) ^ d0, 18);
    p0 ^= save(other + 80, c0 ^ (c1 | c2));
    p1 ^= save(other + 88, c1 ^ (c2 & c3));
    p2 ^= save(other + 96, c2 ^ (~c3 & c4));
    p3 ^= save(other + 104, ~c3 ^ (c4 | c0));
    p4 ^= save(other + 112, c4 ^ (c0 & c1));

    c0 = rotl<u64>(load<u64>(state + 32) ^ d4, 27);
    c1 = rotl<u64>(load<u64>(state + 40) ^ d0, 36);
    c2 = rotl<u64>(load<u64>(state + 88) ^ d1, 10);
    c3 = rotl<u64>(load<u64>(state + 136) ^ d2, 15);
    c4 = rotl<u64>(load<u64>(state + 184) ^ d3, 56);
    p0 ^= save(other + 120, c0 ^ (c1 & c2));
    p1 ^= save(other + 128, c1 ^ (c2 | c3));
    p2 ^= save(other + 136, c2 ^ (~c3 | c4));
    p3 ^= save(other + 144, ~c3 ^ (c4 & c0));
    p4 ^= save(other + 152, c4 ^ (c0 | c1));

    c0 = rotl<u64>(load<u64>(state + 16) ^ d2, 62);
    c1 = rotl<u64>(load<u64>(state + 64) ^ d3, 55);
    c2 = rotl<u64>(load<u64>(state + 112) ^ d4, 39);
    c3 = rotl<u64>(load<u64>(state + 120) ^ d0, 41);
    c4 = rotl<u64>(load<u64>(state + 168) ^ d1, 2);
    p0 ^= save(other + 160, c0 ^ (~c1 & c2));
    p1 ^= save(other + 168, ~c1 ^ (c2 | c3));
    p2 ^= save(other + 176, c2 ^ (c3 & c4));
    p3 ^= save(other + 184, c3 ^ (c4 | c0));
    p4 ^= save(other + 192, c4 ^ (c0 & c1));

    // θ
    d0 = p4 ^ rotl<u64>(p1, 1);
    d1 = p0 ^ rotl<u64>(p2, 1);
    d2 = p1 ^ rotl<u64>(p3, 1);
    d3 = p2 ^ rotl<u64>(p4, 1);
    d4 = p3 ^ rotl<u64>(p0, 1);

    // ρ, π, χ and ι
    c0 = load<u64>(other) ^ d0;
    c1 = rotl<u64>(load<u64>(other + 48) ^ d1, 44);
    c2 = rotl<u64>(load<u64>(other + 96) ^ d2, 43);
    c3 = rotl<u64>(load<u64>(other + 144) ^ d3, 21);
    c4 = rotl<u64>(load<u64>(other + 192) ^ d4, 14);
    p0 = save(state, c0 ^ (c1 | c2) ^ load<u64>(roundConstants + (round << 3), 8));
    p1 = save(state + 8, c1 ^ (~c2 | c3));
    p2 = save(state + 16, c2 ^ (c3 & c4));
    p3 = save(state + 24, c3 ^ (c4 | c0));
    p4 = save(state + 32, c4 ^ (c0 & c1));
    if (digestOnly && round == ROUNDS - 2) return;

    c0 = rotl<u64>(load<u64>(other + 24) ^ d3, 28);
    c1 = rotl<u64>(load<u64>(other + 72) ^ d4, 20);
    c2 = rotl<u64>(load<u64>(other + 80) ^ d0, 3);
    c3 = rotl<u64>(load<u64>(other + 128) ^ d1, 45);
    c4 = rotl<u64>(load<u64>(other + 176) ^ d2, 61);
    p0 ^= save(state + 40, c0 ^ (c1 | c2));
    p1 ^= save(state + 48, c1 ^ (c2 & c3));
    p2 ^= save(state + 56, c2 ^ (c3 | ~c4));
    p3 ^= save(state + 64, c3 ^ (c4 | c0));
    p4 ^= save(state + 72, c4 ^ (c0 & c1));

    c0 = rotl<u64>(load<u64>(other + 8) ^ d1, 1);
    c1 = rotl<u64>(load<u64>(other + 56) ^ d2, 6);
    c2 = rotl<u64>(load<u64>(other + 104) ^ d3, 25);
    c3 = rotl<u64>(load<u64>(other + 152) ^ d4, 8);
    c4 = rotl<u64>(load<u64>(other + 160) ^ d0, 18);
    p0 ^= save(state + 80, c0 ^ (c1 | c2));
    p1 ^= save(state + 88, c1 ^ (c2 & c3));
    p2 ^= save(state + 96, c2 ^ (~c3 & c4));
    p3 ^= save(state + 104, ~c3 ^ (c4 | c0));
    p4 ^= save(state + 112, c4 ^ (c0 & c1));

    c0 = rotl<u64>(load<u64>(other + 32) ^ d4, 27);
    c1 = rotl<u64>(load<u64>(other + 40) ^ d0, 36);
    c2 = rotl<u64>(load<u64>(other + 88) ^ d1, 10);
    c3 = rotl<u64>(load<u64>(other + 136) ^ d2, 15);
    c4 = rotl<u64>(load<u64>(other + 184) ^ d3, 56);
    p0 ^= save(state + 120, c0 ^ (c1 & c2));
    p1 ^= save(state + 128, c1 ^ (c2 | c3));
    p2 ^= save(state + 136, c2 ^ (~c3 | c4));
    p3 ^= save(state + 144, ~c3 ^ (c4 & c0));
    p4 ^= save(state + 152, c4 ^ (c0 | c1));

    c0 = rotl<u64>(load<u64>(other + 16) ^ d2, 62);
    c1 = rotl<u64>(load<u64>(other + 64) ^ d3, 55);
    c2 = rotl<u64>(load<u64>(other + 112) ^ d4, 39);
    c3 = rotl<u64>(load<u64>(other + 120) ^ d0, 41);
    c4 = rotl<u64>(load<u64>(other + 168) ^ d1, 2);
    p0 ^= save(state + 160, c0 ^ (~c1 & c2));
    p1 ^= save(state + 168, ~c1 ^ (c2 | c3));
    p2 ^= save(state + 176, c2 ^ (c3 & c4));
    p3 ^= save(state + 184, c3 ^ (c4 | c0));
    p4 ^= save(state + 192, c4 ^ (c0 & c1));
  }
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

/** Writes a lane and returns it. */
@inline
function save(lane: usize, value: u64): u64 {
  store<u64>(lane, value);
  return value;
}
