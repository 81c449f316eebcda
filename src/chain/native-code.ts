import { keccakHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';

/** The code of native contracts, the opcode INVALID: Solidity only calls addresses with code; it is never executed. */
export const nativeCode = Uint8Array.of(0xfe);
const nativeCodeHash = keccakHash(nativeCode);

/** Whether an account with that code is a native contract. */
export function isNativeCode(codeHash: Hash): boolean {
  return codeHash === nativeCodeHash;
}
