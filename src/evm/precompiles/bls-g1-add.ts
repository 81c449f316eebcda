import { sumOfPoints } from '@qord/curves/bls12-381';
import type { Precompile } from './precompile.ts';

/** 0x0b: the sum of two points of the curve that G1 of BLS12-381 is part of (EIP-2537). */
export const blsG1Add: Precompile = {
  name: 'blsG1Add',
  gas: () => 375n,
  run: (input) => (input.length === 256 ? sumOfPoints('G1', input) : undefined),
};
