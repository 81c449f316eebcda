import { sumOfProducts } from '@qord/curves/sum-of-products';
import { g2Discounts, multiplicationGas } from './bls-discounts.ts';
import type { Precompile } from './precompile.ts';

/** bytes of a point and its scalar */
const pairLength = 288;

/** 0x0e: the sum of points of G2 of BLS12-381, each times a scalar (EIP-2537). */
export const blsG2Msm: Precompile = {
  name: 'blsG2Msm',
  gas: (input) => multiplicationGas(Math.floor(input.length / pairLength), 22500n, g2Discounts),
  run(input) {
    if (input.length === 0 || input.length % pairLength !== 0) return undefined;
    return sumOfProducts('G2', input);
  },
};
