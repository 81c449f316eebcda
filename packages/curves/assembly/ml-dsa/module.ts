/** The module for verification of ML-DSA, for ../../ml-dsa-verification.ts. */
import { packHighBits } from './high-bits';
import { addProduct, POLYNOMIAL, prepareRing, reduceSums, subtractProduct, transform, transformBack } from './ring';
import { sampleChallenge, sampleElement } from './sample';
import { absorb, SHAKE256, state } from './shake';
import { unpackHighBits, unpackHints, unpackResponse } from './unpack';

const SEED: usize = 32;
const REPRESENTATIVE: usize = 64;
/** bytes of an element of t1 */
const HIGH_BITS: usize = 320;

/** Addresses of the public key, the signature and the message representative µ. */
export const publicKey: usize = memory.data(2592, 16);
export const signature: usize = memory.data(4632, 16);
export const representative: usize = memory.data(64 + 1024, 16);

/** The packed w1 is hashed after µ. */
const highBits: usize = representative + REPRESENTATIVE;
const response: usize = memory.data(7 * 1024, 16);
const challenge: usize = memory.data(1024, 16);
const hints: usize = memory.data(8 * 256, 16);
const element: usize = memory.data(1024, 16);
const sums: usize = memory.data(2048, 16);

prepareRing();

/**
 * Whether the signature of the message is valid (FIPS 204, algorithm 8 from step 5 on). The
 * arguments are the parameters of table 1: k, l, λ/4, τ, β, bits of γ1, ω.
 */
export function verify(
  rows: u32,
  columns: u32,
  seedBytes: u32,
  weight: i32,
  slack: i32,
  responseBits: u32,
  mostHints: u32,
): bool {
  const responseBytes = 32 * responseBits;
  const packedResponse = signature + seedBytes;
  if (!unpackHints(hints, packedResponse + columns * responseBytes, rows, mostHints)) return false;
  const bound = (1 << (responseBits - 1)) - slack;
  for (let column: u32 = 0; column < columns; column++) {
    const polynomial = response + <usize>column * POLYNOMIAL;
    if (!unpackResponse(polynomial, packedResponse + column * responseBytes, responseBits, bound)) return false;
    transform(polynomial);
  }
  sampleChallenge(challenge, signature, seedBytes, weight);
  transform(challenge);
  let packed = highBits;
  for (let row: u32 = 0; row < rows; row++) {
    commitment(row, columns);
    packed += packHighBits(packed, element, hints + <usize>row * 256, responseBits === 18);
  }
  absorb(representative, <u32>(packed - representative), SHAKE256);
  return memory.compare(state, signature, seedBytes) === 0;
}

/** element = an element of A·z - c·t1·2^d */
function commitment(row: u32, columns: u32): void {
  memory.fill(sums, 0, 2 * POLYNOMIAL);
  for (let column: u32 = 0; column < columns; column++) {
    sampleElement(element, publicKey, row, column);
    addProduct(sums, element, response + <usize>column * POLYNOMIAL);
  }
  unpackHighBits(element, publicKey + SEED + <usize>row * HIGH_BITS);
  transform(element);
  subtractProduct(sums, element, challenge);
  reduceSums(element, sums);
  transformBack(element);
}
