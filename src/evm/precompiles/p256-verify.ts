import { emptyBytes } from '../../primitives/bytes.ts';
import { isP256Signature } from '../../primitives/crypto/p256.ts';
import { booleanWord } from './input.ts';
import type { Precompile } from './precompile.ts';

/** digest ‖ r ‖ s ‖ x ‖ y of the public key */
const inputBytes = 160;

/** 0x100: 1 for a valid signature over P-256, no bytes otherwise (EIP-7951). */
export const p256Verify: Precompile = {
  name: 'p256Verify',
  gas: () => 6900n,
  run: (input) => (input.length === inputBytes && isP256Signature(input) ? booleanWord(true) : emptyBytes),
};
