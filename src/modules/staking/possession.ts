import type { Address } from '../../primitives/address.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { toHex } from '../../primitives/hex.ts';

/**
 * What a consensus key signs to prove that the operator who names it holds it: the SHA-256 of the text
 * `qor-validator-key-v1|<chain id>|<operator as 0x…>|<public key as 0x…>`, digits in lower case. Without the proof
 * anyone could name the key of another validator first, or be punished for what a key signs that is not theirs. No vote
 * or proposal of CometBFT has 32 bytes that could be this digest: those begin with their own length.
 */
export function possessionDigest(chainId: bigint, operator: Address, publicKey: Uint8Array): Uint8Array {
  return sha256(new TextEncoder().encode(`qor-validator-key-v1|${chainId}|${operator}|${toHex(publicKey)}`));
}
