import { isPairingOnBn254One, productOnBn254, sumOnBn254 } from '@qord/curves/bn254';
import { optionalWord, sliceInput } from './input.ts';
import type { Numbered } from './precompile.ts';

/** bytes of one point of each group */
const pairLength = 192;

/** The precompiles on alt_bn128 (EIP-196 and EIP-197, prices of EIP-1108): sum, product, pairings. */
export const bn254: Numbered = [
  [0x06, { name: 'bn254Add', gas: () => 150n, run: (input) => sumOnBn254(sliceInput(input, 0, 128)) }],
  [0x07, { name: 'bn254Mul', gas: () => 6000n, run: (input) => productOnBn254(sliceInput(input, 0, 96)) }],
  [
    0x08,
    {
      name: 'bn254Pairing',
      gas: ({ length }) => 45_000n + 34_000n * BigInt(Math.floor(length / pairLength)),
      run: (input) => (input.length % pairLength === 0 ? optionalWord(isPairingOnBn254One(input)) : undefined),
    },
  ],
];
