import { toBigint, toBytes } from './big-endian.ts';
import { bls12381Wasm } from './bls12-381-wasm.ts';
import { isProductOfPairingsOne } from './pairing.ts';

/*
 * Points and numbers are encoded as EIP-2537 has it: numbers of the field in 64 bytes, big-endian; a point as x and y,
 * each one number (G1) or two (G2); all zeros are infinity.
 */

/** Points of each group: scalars count modulo this prime. */
export const groupOrder = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

const fieldOrder = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;

const elementLength = 64;
const pointLengths = { G1: 2 * elementLength, G2: 4 * elementLength };

/** `off-curve` holds for coordinates outside the field too. */
export type PointFault = 'off-curve' | 'off-subgroup';

/** The sum of two encoded points; undefined when one is not on the curve. They may lie outside the subgroup. */
export function sumOfPoints(group: 'G1' | 'G2', input: Uint8Array): Uint8Array | undefined {
  const { addG1, addG2 } = bls12381Wasm();
  return run(group === 'G1' ? addG1 : addG2, input, pointLengths[group]);
}

/**
 * The point that a number (G1) or a pair of them (G2) maps to; undefined when one is not below the order of the field.
 */
export function mapToPoint(group: 'G1' | 'G2', input: Uint8Array): Uint8Array | undefined {
  const { mapToG1, mapToG2 } = bls12381Wasm();
  return run(group === 'G1' ? mapToG1 : mapToG2, input, pointLengths[group]);
}

/** Why the bytes encode no point of the group; undefined when they do. */
export function pointFault(group: 'G1' | 'G2', bytes: Uint8Array): PointFault | undefined {
  const { input, faultOfG1, faultOfG2 } = bls12381Wasm();
  input.set(bytes);
  const fault = group === 'G1' ? faultOfG1() : faultOfG2();
  return fault === 0 ? undefined : fault === 1 ? 'off-curve' : 'off-subgroup';
}

/** An encoded point of G1 mirrored at the x axis; undefined when y is not below the order of the field. */
export function negativeOfG1(point: Uint8Array): Uint8Array | undefined {
  const y = toBigint(point.subarray(elementLength));
  if (y >= fieldOrder) return undefined;
  const mirrored = y === 0n ? 0n : fieldOrder - y;
  const negative = point.slice(0, 2 * elementLength);
  negative.set(toBytes(mirrored, elementLength), elementLength);
  return negative;
}

/**
 * Whether the product of the pairings of any number of encoded (G1 point ‖ G2 point) is one; undefined when a point is
 * not of its subgroup.
 */
export function isPairingOfBls12381One(input: Uint8Array): boolean | undefined {
  return isProductOfPairingsOne(bls12381Wasm(), pointLengths.G1 + pointLengths.G2, input);
}

function run(operation: () => number, bytes: Uint8Array, resultLength: number): Uint8Array | undefined {
  const { input, output } = bls12381Wasm();
  input.set(bytes);
  return operation() === 0 ? undefined : output.slice(0, resultLength);
}
