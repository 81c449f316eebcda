import { addressToBytes } from '../../primitives/address.ts';
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { recoverAddress } from '../../primitives/crypto/secp256k1.ts';
import { sliceInput, wordOfInput } from './input.ts';
import type { Precompile } from './precompile.ts';

/**
 * 0x01: digest ‖ v ‖ r ‖ s (32 bytes each) → the signer as a word, or no bytes when the signature is invalid. Yellow
 * Paper, E.1.
 */
export const ecrecover: Precompile = {
  name: 'ecrecover',
  gas: () => 3000n,
  run(input) {
    const v = wordOfInput(input, 32);
    if (v !== 27n && v !== 28n) return emptyBytes;
    const signature = { r: wordOfInput(input, 64), s: wordOfInput(input, 96), yParity: v === 27n ? 0 : 1 } as const;
    const signer = recoverAddress(sliceInput(input, 0, 32), signature);
    return signer === undefined ? emptyBytes : concatBytes(new Uint8Array(12), addressToBytes(signer));
  },
};
