import { toBigint } from './big-endian.ts';
import { bn254Wasm, pairLength } from './bn254-wasm.ts';
import { isProductOfPairingsOne } from './pairing.ts';

/*
 * The curve that Ethereum calls alt_bn128. Points are encoded as EIP-196 and EIP-197 have it: numbers of the field in
 * 32 bytes, big-endian; a point as x and y, each one number (G1) or imaginary and real part (G2); all zeros are
 * infinity.
 */

/** what the curve is made from: u */
const seed = 4965661367192848881n;
const square = seed * seed;
const groupOrder = 36n * square * square + 36n * square * seed + 18n * square + 6n * seed + 1n;

/** (long, short) and (-short, middle) are 0 as k0 + k1·λ modulo the order, where φ is multiplication by λ. */
const long = 6n * square + 4n * seed + 1n;
const middle = 6n * square + 2n * seed;
const short = 2n * seed + 1n;

const pointLength = 64;
const scalarLength = 32;

/** The sum of two encoded points of G1; undefined when one is not on the curve. */
export function sumOnBn254(input: Uint8Array): Uint8Array | undefined {
  const { addG1, input: place, output } = bn254Wasm();
  place.set(input);
  return addG1() === 0 ? undefined : output.slice();
}

/**
 * Encoded point of G1 ‖ scalar, any number of 256 bits → their product; undefined when the point is not on the curve.
 */
export function productOnBn254(input: Uint8Array): Uint8Array | undefined {
  const { multiplyG1, input: place, scalars, output } = bn254Wasm();
  place.set(input.subarray(0, pointLength));
  const halves = splitScalar(toBigint(input.subarray(pointLength, pointLength + scalarLength)) % groupOrder);
  let signs = 0;
  for (const [i, half] of halves.entries()) {
    if (half < 0n) signs |= 1 << i;
    const size = half < 0n ? -half : half;
    scalars.setBigUint64(16 * i, BigInt.asUintN(64, size), true);
    scalars.setBigUint64(16 * i + 8, size >> 64n, true);
  }
  return multiplyG1(signs) === 0 ? undefined : output.slice();
}

/** k0 and k1 of at most 128 bits and a sign, with k0 + k1·λ equal to the scalar modulo the order. */
function splitScalar(scalar: bigint): readonly [bigint, bigint] {
  const first = (scalar * middle) / groupOrder;
  const second = (scalar * short) / groupOrder;
  return [scalar - first * long - second * short, second * middle - first * short];
}

/**
 * Whether the product of the pairings of any number of encoded (G1 point ‖ G2 point) is one; undefined when a point is
 * not of its group.
 */
export function isPairingOnBn254One(input: Uint8Array): boolean | undefined {
  return isProductOfPairingsOne(bn254Wasm(), pairLength, input);
}
