import { isPairingOnBn254One } from '@qord/curves/bn254';
import { booleanWord } from './input.ts';
import type { Precompile } from './precompile.ts';

/** bytes of one point of each group */
const pairLength = 192;

/** 0x08: whether a product of pairings on alt_bn128 is one (EIP-197, price of EIP-1108). */
export const bn254Pairing: Precompile = {
  name: 'bn254Pairing',
  gas: (input) => 45_000n + 34_000n * BigInt(Math.floor(input.length / pairLength)),
  run(input) {
    if (input.length % pairLength !== 0) return undefined;
    const isOne = isPairingOnBn254One(input);
    return isOne === undefined ? undefined : booleanWord(isOne);
  },
};
