import { type NetworkIdentity, signedText } from '../../kernel/module-sdk/signed-text.ts';
import type { Address } from '../../primitives/address.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { toHex } from '../../primitives/hex.ts';

export const possessionText = signedText('qor-validator-key-v2', {
  doc: 'A consensus key proves that the operator who names it holds it.',
  fields: ['operator as 0x…', 'key as 0x…'],
});

/**
 * What a consensus key signs to prove that the operator who names it holds it, digits in lower case. Without the proof
 * anyone could name the key of another validator first, or be punished for what a key signs that is not theirs. No vote
 * or proposal of CometBFT has 32 bytes that could be this digest: those begin with their own length.
 */
export function possessionDigest(network: NetworkIdentity, operator: Address, publicKey: Uint8Array): Uint8Array {
  return possessionText.digest(network, { 'operator as 0x…': operator, 'key as 0x…': toHex(publicKey) });
}

/** Version 1 of it, without the genesis: only a transaction of the operator that it names can use it. */
export function possessionDigestV1({ chainId }: NetworkIdentity, operator: Address, publicKey: Uint8Array): Uint8Array {
  return sha256(new TextEncoder().encode(`qor-validator-key-v1|${chainId}|${operator}|${toHex(publicKey)}`));
}
