/* SHA-256 (FIPS 180-4) of exactly 32 bytes: they and the padding are one block. */

/** Section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const roundConstants: usize = memory.data<u32>([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

/** Section 5.3.3. */
const H0: u32 = 0x6a09e667;
const H1: u32 = 0xbb67ae85;
const H2: u32 = 0x3c6ef372;
const H3: u32 = 0xa54ff53a;
const H4: u32 = 0x510e527f;
const H5: u32 = 0x9b05688c;
const H6: u32 = 0x1f83d9ab;
const H7: u32 = 0x5be0cd19;

const MESSAGE_WORDS: usize = 8;
const BLOCK_WORDS: usize = 16;
const ROUNDS: usize = 64;
const MESSAGE_BITS: u32 = 256;

const schedule: usize = memory.data(256, 16);

/** Writes the digest of the 32 bytes at `message` to `result`. */
export function sha256(result: usize, message: usize): void {
  prepareSchedule(message);
  let a = H0;
  let b = H1;
  let c = H2;
  let d = H3;
  let e = H4;
  let f = H5;
  let g = H6;
  let h = H7;
  for (let i: usize = 0; i < ROUNDS; i++) {
    const sum1 = rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25);
    const choice = g ^ (e & (f ^ g));
    const added = h + sum1 + choice + load<u32>(roundConstants + (i << 2)) + load<u32>(schedule + (i << 2));
    const sum0 = rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22);
    const majority = (a & b) | (c & (a | b));
    h = g;
    g = f;
    f = e;
    e = d + added;
    d = c;
    c = b;
    b = a;
    a = added + sum0 + majority;
  }
  store<u32>(result, bswap<u32>(H0 + a));
  store<u32>(result, bswap<u32>(H1 + b), 4);
  store<u32>(result, bswap<u32>(H2 + c), 8);
  store<u32>(result, bswap<u32>(H3 + d), 12);
  store<u32>(result, bswap<u32>(H4 + e), 16);
  store<u32>(result, bswap<u32>(H5 + f), 20);
  store<u32>(result, bswap<u32>(H6 + g), 24);
  store<u32>(result, bswap<u32>(H7 + h), 28);
}

/** Section 6.2.2, step 1, of the message, a bit that is set, zeros, and the length in bits. */
function prepareSchedule(message: usize): void {
  for (let i: usize = 0; i < MESSAGE_WORDS; i++) setWord(i, bswap<u32>(load<u32>(message + (i << 2))));
  setWord(MESSAGE_WORDS, 0x80000000);
  for (let i = MESSAGE_WORDS + 1; i < BLOCK_WORDS - 1; i++) setWord(i, 0);
  setWord(BLOCK_WORDS - 1, MESSAGE_BITS);
  for (let i = BLOCK_WORDS; i < ROUNDS; i++) {
    const near = word(i - 15);
    const far = word(i - 2);
    const sigma0 = rotr<u32>(near, 7) ^ rotr<u32>(near, 18) ^ (near >> 3);
    const sigma1 = rotr<u32>(far, 17) ^ rotr<u32>(far, 19) ^ (far >> 10);
    setWord(i, word(i - 16) + sigma0 + word(i - 7) + sigma1);
  }
}

@inline
function word(index: usize): u32 {
  return load<u32>(schedule + (index << 2));
}

@inline
function setWord(index: usize, value: u32): void {
  store<u32>(schedule + (index << 2), value);
}
