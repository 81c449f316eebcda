/*
 * Keccak-f[1600] (FIPS 202, section 3). The state is 25 lanes of 64 bits, lane (x, y) at byte 8·(x + 5·y); in the code
 * `a12` is the lane with x = 1, y = 2. WebAssembly has no andnot, which the step χ needs 25 times, so six lanes are kept
 * complemented between the rounds, and the formulas of χ differ by row accordingly ("lane complementing", Keccak
 * implementation overview, section 2.2). All lanes stay in locals.
 */

const ROUNDS = 24;

/** Step ι: one constant per round. */
const roundConstants: usize = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
  0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
  0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
  0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
  0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]);

/** Permutes the 200 bytes at `state` in place. */
export function permute(state: usize): void {
  let a00 = load<u64>(state);
  let a10 = ~load<u64>(state, 8);
  let a20 = ~load<u64>(state, 16);
  let a30 = load<u64>(state, 24);
  let a40 = load<u64>(state, 32);
  let a01 = load<u64>(state, 40);
  let a11 = load<u64>(state, 48);
  let a21 = load<u64>(state, 56);
  let a31 = ~load<u64>(state, 64);
  let a41 = load<u64>(state, 72);
  let a02 = load<u64>(state, 80);
  let a12 = load<u64>(state, 88);
  let a22 = ~load<u64>(state, 96);
  let a32 = load<u64>(state, 104);
  let a42 = load<u64>(state, 112);
  let a03 = load<u64>(state, 120);
  let a13 = load<u64>(state, 128);
  let a23 = ~load<u64>(state, 136);
  let a33 = load<u64>(state, 144);
  let a43 = load<u64>(state, 152);
  let a04 = ~load<u64>(state, 160);
  let a14 = load<u64>(state, 168);
  let a24 = load<u64>(state, 176);
  let a34 = load<u64>(state, 184);
  let a44 = load<u64>(state, 192);

  for (let round = 0; round < ROUNDS; round++) {
    // θ: the parities of the columns
    const p0 = a00 ^ a01 ^ a02 ^ a03 ^ a04;
    const p1 = a10 ^ a11 ^ a12 ^ a13 ^ a14;
    const p2 = a20 ^ a21 ^ a22 ^ a23 ^ a24;
    const p3 = a30 ^ a31 ^ a32 ^ a33 ^ a34;
    const p4 = a40 ^ a41 ^ a42 ^ a43 ^ a44;
    const d0 = p4 ^ rotl<u64>(p1, 1);
    const d1 = p0 ^ rotl<u64>(p2, 1);
    const d2 = p1 ^ rotl<u64>(p3, 1);
    const d3 = p2 ^ rotl<u64>(p4, 1);
    const d4 = p3 ^ rotl<u64>(p0, 1);

    // ρ, π and χ, one row of the result after the other; ι in the first
    let c0 = a00 ^ d0;
    let c1 = rotl<u64>(a11 ^ d1, 44);
    let c2 = rotl<u64>(a22 ^ d2, 43);
    let c3 = rotl<u64>(a33 ^ d3, 21);
    let c4 = rotl<u64>(a44 ^ d4, 14);
    const b00 = c0 ^ (c1 | c2) ^ load<u64>(roundConstants + (round << 3));
    const b10 = c1 ^ (~c2 | c3);
    const b20 = c2 ^ (c3 & c4);
    const b30 = c3 ^ (c4 | c0);
    const b40 = c4 ^ (c0 & c1);

    c0 = rotl<u64>(a30 ^ d3, 28);
    c1 = rotl<u64>(a41 ^ d4, 20);
    c2 = rotl<u64>(a02 ^ d0, 3);
    c3 = rotl<u64>(a13 ^ d1, 45);
    c4 = rotl<u64>(a24 ^ d2, 61);
    const b01 = c0 ^ (c1 | c2);
    const b11 = c1 ^ (c2 & c3);
    const b21 = c2 ^ (c3 | ~c4);
    const b31 = c3 ^ (c4 | c0);
    const b41 = c4 ^ (c0 & c1);

    c0 = rotl<u64>(a10 ^ d1, 1);
    c1 = rotl<u64>(a21 ^ d2, 6);
    c2 = rotl<u64>(a32 ^ d3, 25);
    c3 = rotl<u64>(a43 ^ d4, 8);
    c4 = rotl<u64>(a04 ^ d0, 18);
    const b02 = c0 ^ (c1 | c2);
    const b12 = c1 ^ (c2 & c3);
    const b22 = c2 ^ (~c3 & c4);
    const b32 = ~c3 ^ (c4 | c0);
    const b42 = c4 ^ (c0 & c1);

    c0 = rotl<u64>(a40 ^ d4, 27);
    c1 = rotl<u64>(a01 ^ d0, 36);
    c2 = rotl<u64>(a12 ^ d1, 10);
    c3 = rotl<u64>(a23 ^ d2, 15);
    c4 = rotl<u64>(a34 ^ d3, 56);
    const b03 = c0 ^ (c1 & c2);
    const b13 = c1 ^ (c2 | c3);
    const b23 = c2 ^ (~c3 | c4);
    const b33 = ~c3 ^ (c4 & c0);
    const b43 = c4 ^ (c0 | c1);

    c0 = rotl<u64>(a20 ^ d2, 62);
    c1 = rotl<u64>(a31 ^ d3, 55);
    c2 = rotl<u64>(a42 ^ d4, 39);
    c3 = rotl<u64>(a03 ^ d0, 41);
    c4 = rotl<u64>(a14 ^ d1, 2);
    const b04 = c0 ^ (~c1 & c2);
    const b14 = ~c1 ^ (c2 | c3);
    const b24 = c2 ^ (c3 & c4);
    const b34 = c3 ^ (c4 | c0);
    const b44 = c4 ^ (c0 & c1);

    a00 = b00;
    a10 = b10;
    a20 = b20;
    a30 = b30;
    a40 = b40;
    a01 = b01;
    a11 = b11;
    a21 = b21;
    a31 = b31;
    a41 = b41;
    a02 = b02;
    a12 = b12;
    a22 = b22;
    a32 = b32;
    a42 = b42;
    a03 = b03;
    a13 = b13;
    a23 = b23;
    a33 = b33;
    a43 = b43;
    a04 = b04;
    a14 = b14;
    a24 = b24;
    a34 = b34;
    a44 = b44;
  }

  store<u64>(state, a00);
  store<u64>(state, ~a10, 8);
  store<u64>(state, ~a20, 16);
  store<u64>(state, a30, 24);
  store<u64>(state, a40, 32);
  store<u64>(state, a01, 40);
  store<u64>(state, a11, 48);
  store<u64>(state, a21, 56);
  store<u64>(state, ~a31, 64);
  store<u64>(state, a41, 72);
  store<u64>(state, a02, 80);
  store<u64>(state, a12, 88);
  store<u64>(state, ~a22, 96);
  store<u64>(state, a32, 104);
  store<u64>(state, a42, 112);
  store<u64>(state, a03, 120);
  store<u64>(state, a13, 128);
  store<u64>(state, ~a23, 136);
  store<u64>(state, a33, 144);
  store<u64>(state, a43, 152);
  store<u64>(state, ~a04, 160);
  store<u64>(state, a14, 168);
  store<u64>(state, a24, 176);
  store<u64>(state, a34, 184);
  store<u64>(state, a44, 192);
}
