import type { bls12_381 } from '@noble/curves/bls12-381.js';
import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';

export type G1Point = InstanceType<typeof bls12_381.G1.Point>;
export type G2Point = InstanceType<typeof bls12_381.G2.Point>;

const element = (value: bigint) => bigintToFixedBytes(value, 64);

/** A point of G1 in the encoding of EIP-2537, 128 bytes. */
export function encodeG1(point: G1Point): Uint8Array {
  if (point.is0()) return new Uint8Array(128);
  const { x, y } = point.toAffine();
  return concatBytes(element(x), element(y));
}

/** A point of G2 in the encoding of EIP-2537, 256 bytes. */
export function encodeG2(point: G2Point): Uint8Array {
  if (point.is0()) return new Uint8Array(256);
  const { x, y } = point.toAffine();
  return concatBytes(element(x.c0), element(x.c1), element(y.c0), element(y.c1));
}
