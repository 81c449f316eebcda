import { sumOfProducts } from '@qord/curves/sum-of-products';
import { g1Discounts, multiplicationGas } from './bls-discounts.ts';
import type { Precompile } from './precompile.ts';

/** bytes of a point and its scalar */
const pairLength = 160;

/** 0x0c: the sum of points of G1 of BLS12-381, each times a scalar (EIP-2537). */
export const blsG1Msm: Precompile = {
  name: 'blsG1Msm',
  gas: (input) => multiplicationGas(Math.floor(input.length / pairLength), 12000n, g1Discounts),
  run(input) {
    if (input.length === 0 || input.length % pairLength !== 0) return undefined;
    return sumOfProducts('G1', input);
  },
};
