import { mapToPoint } from '@qord/curves/bls12-381';
import type { Precompile } from './precompile.ts';

/** 0x11: the point of G2 of BLS12-381 that two field elements map to (EIP-2537). */
export const blsMapG2: Precompile = {
  name: 'blsMapG2',
  gas: () => 23800n,
  run: (input) => (input.length === 128 ? mapToPoint('G2', input) : undefined),
};
