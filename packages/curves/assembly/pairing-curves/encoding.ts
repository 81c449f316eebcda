/**
 * Points as precompiles are called with them (EIP-196, EIP-197, EIP-2537): x and y, big-endian; all zeros are infinity.
 */
import { Extension, isOnCurve, Lanes, multiply, POINT, Y, Z } from './curve';
import { decode, encode, ENCODED, toMontgomery, invertExtension, invertLanes } from './field';
import { copy, plainOne } from './generated';
import { IS_IMAGINARY_FIRST } from './parameters';

/** bytes of an encoded point */
export const ENCODED_G1: usize = 2 * ENCODED;
export const ENCODED_G2: usize = 4 * ENCODED;

const inverse: usize = memory.data(112, 16);
const encoded: usize = memory.data(256, 16);

/** Reads points of the curve of G1 from two places, each into a lane; false when one is not a point of the curve. */
export function decodeG1(point: usize, first: usize, second: usize): bool {
  setPlainInfinity(point);
  for (let lane: usize = 0; lane < 2; lane++) {
    const bytes = lane === 0 ? first : second;
    if (isAllZero(bytes, ENCODED_G1)) continue;
    if (!decode(point, lane, bytes) || !decode(point + Y, lane, bytes + ENCODED)) return false;
    store<u32>(point + Z + (lane << 2), 1);
  }
  enterPoint(point);
  return isOnCurve<Lanes>(point);
}

/** Reads a point of the curve of G2; false when the bytes encode none. */
export function decodeG2(point: usize, bytes: usize): bool {
  setPlainInfinity(point);
  if (!isAllZero(bytes, ENCODED_G2)) {
    for (let lane: usize = 0; lane < 2; lane++) {
      const part = bytes + (IS_IMAGINARY_FIRST ? 1 - lane : lane) * ENCODED;
      if (!decode(point, lane, part) || !decode(point + Y, lane, part + 2 * ENCODED)) return false;
    }
    store<u32>(point + Z, 1);
  }
  enterPoint(point);
  return isOnCurve<Extension>(point);
}

function setPlainInfinity(point: usize): void {
  memory.fill(point, 0, POINT);
  copy(point + Y, plainOne);
}

function enterPoint(point: usize): void {
  toMontgomery(point);
  toMontgomery(point + Y);
  toMontgomery(point + Z);
}

/** Writes the point in lane x. */
export function encodeG1(bytes: usize, point: usize): void {
  invertLanes(inverse, point + Z);
  for (let coordinate: usize = 0; coordinate < 2; coordinate++) {
    multiply<Lanes>(point, point + coordinate * Y, inverse);
    encode(encoded, point);
    memory.copy(bytes + coordinate * ENCODED, encoded, ENCODED);
  }
}

/** infinity has z = 0, whose inverse is taken to be 0: all zeros */
export function encodeG2(bytes: usize, point: usize): void {
  invertExtension(inverse, point + Z);
  for (let coordinate: usize = 0; coordinate < 2; coordinate++) {
    multiply<Extension>(point, point + coordinate * Y, inverse);
    encode(bytes + coordinate * 2 * ENCODED, point);
  }
}

/** Writes a point and takes its z to be 1; of G1 the one in lane x. */
export function encodeAffine<F>(bytes: usize, point: usize): void {
  for (let coordinate: usize = 0; coordinate < 2; coordinate++) {
    encode(encoded, point + coordinate * Y);
    const length: usize = isFloat<F>() ? 2 * ENCODED : ENCODED;
    memory.copy(bytes + coordinate * length, encoded, length);
  }
}

function isAllZero(bytes: usize, length: usize): bool {
  let any: u64 = 0;
  for (let at: usize = 0; at < length; at += 8) any |= load<u64>(bytes + at);
  return any === 0;
}
