import { isPairingOfBls12381One } from '@qord/curves/bls12-381';
import { booleanWord } from './input.ts';
import type { Precompile } from './precompile.ts';

/** bytes of one point of each group */
const pairLength = 384;

/** 0x0f: whether a product of pairings on BLS12-381 is one (EIP-2537). */
export const blsPairing: Precompile = {
  name: 'blsPairing',
  gas: (input) => 37_700n + 32_600n * BigInt(Math.floor(input.length / pairLength)),
  run(input) {
    if (input.length === 0 || input.length % pairLength !== 0) return undefined;
    const isOne = isPairingOfBls12381One(input);
    return isOne === undefined ? undefined : booleanWord(isOne);
  },
};
