import { sumOfPoints } from '@qord/curves/bls12-381';
import type { Precompile } from './precompile.ts';

/** 0x0d: the sum of two points of the curve that G2 of BLS12-381 is part of (EIP-2537). */
export const blsG2Add: Precompile = {
  name: 'blsG2Add',
  gas: () => 600n,
  run: (input) => (input.length === 512 ? sumOfPoints('G2', input) : undefined),
};
