import { keccak256 } from '@qord/curves/keccak';
import type { Address } from '../../primitives/address.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { bytesToBigint, concatBytes } from '../../primitives/bytes.ts';
import { verifyEd25519 } from '../../primitives/crypto/ed25519.ts';
import { addressOfAnyPublicKey, recoverAddress } from '../../primitives/crypto/secp256k1.ts';

/** Whether a key has the form that its scheme requires. */
export function isKeyOf(scheme: string, pubkey: Uint8Array): boolean {
  if (scheme === 'ed25519') return pubkey.length === 32;
  return scheme === 'secp256k1' && signerOf(pubkey) !== undefined;
}

/**
 * Whether the key signed the digest: Ed25519; ECDSA over the digest; for an address, ECDSA over its EIP-191 message.
 */
export function isSignedBy(scheme: string, pubkey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  if (scheme === 'ed25519') return verifyEd25519(pubkey, digest, signature);
  const signer = signerOf(pubkey);
  if (signer === undefined || signature.length < 64 || signature.length > 65) return false;
  const signed = pubkey.length === 20 ? personalMessage(digest) : digest;
  const [r, s] = [bytesToBigint(signature.subarray(0, 32)), bytesToBigint(signature.subarray(32, 64))];
  return ([0, 1] as const).some((yParity) => recoverAddress(signed, { r, s, yParity }) === signer);
}

/** Who signed the EIP-191 message of the digest; undefined for what is no signature of 65 bytes. */
export function signerOfMessage(digest: Uint8Array, signature: Uint8Array): Address | undefined {
  if (signature.length !== 65) return undefined;
  const [r, s] = [bytesToBigint(signature.subarray(0, 32)), bytesToBigint(signature.subarray(32, 64))];
  const yParity = (signature[64] ?? 0) % 27;
  return yParity > 1 ? undefined : recoverAddress(personalMessage(digest), { r, s, yParity: yParity === 1 ? 1 : 0 });
}

function signerOf(pubkey: Uint8Array): Address | undefined {
  return pubkey.length === 20 ? addressFromBytes(pubkey) : addressOfAnyPublicKey(pubkey);
}

/** EIP-191, version 0x45. */
function personalMessage(digest: Uint8Array): Uint8Array {
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${digest.length}`);
  return keccak256(concatBytes(prefix, digest));
}
