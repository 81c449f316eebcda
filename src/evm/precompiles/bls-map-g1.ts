import { mapToPoint } from '@qord/curves/bls12-381';
import type { Precompile } from './precompile.ts';

/** 0x10: the point of G1 of BLS12-381 that a field element maps to (EIP-2537). */
export const blsMapG1: Precompile = {
  name: 'blsMapG1',
  gas: () => 5500n,
  run: (input) => (input.length === 64 ? mapToPoint('G1', input) : undefined),
};
