import { productOnBn254 } from '@qord/curves/bn254';
import { sliceInput } from './input.ts';
import type { Precompile } from './precompile.ts';

/** 0x07: a point of alt_bn128 times a scalar (EIP-196, price of EIP-1108). */
export const bn254Mul: Precompile = {
  name: 'bn254Mul',
  gas: () => 6000n,
  run: (input) => productOnBn254(sliceInput(input, 0, 96)),
};
