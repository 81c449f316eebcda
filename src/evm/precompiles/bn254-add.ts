import { sumOnBn254 } from '@qord/curves/bn254';
import { sliceInput } from './input.ts';
import type { Precompile } from './precompile.ts';

/** 0x06: the sum of two points of alt_bn128 (EIP-196, price of EIP-1108). */
export const bn254Add: Precompile = {
  name: 'bn254Add',
  gas: () => 150n,
  run: (input) => sumOnBn254(sliceInput(input, 0, 128)),
};
