import { keccak256 } from '@qord/curves/keccak';
import { type Address, addressFromBytes } from '../address.ts';
import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../bytes.ts';
import { ed25519PublicKey, signEd25519, verifyEd25519 } from './ed25519.ts';
import { addressOfAnyPublicKey, compressedPublicKey, groupOrder, recoverAddress, signDigest } from './secp256k1.ts';
import { sha256 } from './sha256.ts';

/** Kinds of keys that sign blocks, by the names CometBFT gives them. */
export const consensusKeyTypes = ['ed25519', 'secp256k1eth'] as const;
export type ConsensusKeyType = (typeof consensusKeyTypes)[number];

/** The kind of a public key by its length: 32 bytes are ed25519, 33 bytes secp256k1 in compressed form. */
export function consensusKeyType({ length }: Uint8Array): ConsensusKeyType | undefined {
  return length === 32 ? 'ed25519' : length === 33 ? 'secp256k1eth' : undefined;
}

/**
 * Address of a consensus key, as CometBFT derives it: the first 20 bytes of the SHA-256 of an ed25519 key, the Ethereum
 * address of a secp256k1 key. undefined when the bytes are no such key.
 */
export function consensusAddress(publicKey: Uint8Array): Address | undefined {
  switch (consensusKeyType(publicKey)) {
    case 'ed25519':
      return addressFromBytes(sha256(publicKey).subarray(0, 20));
    case 'secp256k1eth':
      return addressOfAnyPublicKey(publicKey);
    default:
      return undefined;
  }
}

/**
 * Whether a consensus key has signed the message: 64 bytes of ed25519 (RFC 8032), or 65 bytes `r ‖ s ‖ v` of secp256k1
 * over the Keccak-256 of the message, with v 0 or 1 and s in the lower half, as CometBFT's own keys sign.
 */
export function verifyConsensusSignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (consensusKeyType(publicKey) === 'ed25519') return verifyEd25519(publicKey, message, signature);
  const address = consensusAddress(publicKey);
  const yParity = signature[64];
  if (address === undefined || signature.length !== 65 || (yParity !== 0 && yParity !== 1)) return false;
  const [r, s] = [bytesToBigint(signature.subarray(0, 32)), bytesToBigint(signature.subarray(32, 64))];
  return s <= groupOrder / 2n && recoverAddress(keccak256(message), { r, s, yParity }) === address;
}

/** Signs a message as CometBFT's keys do. The private key has 32 bytes: the seed of an ed25519 key. */
export function signWithConsensusKey(type: ConsensusKeyType, privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  if (type === 'ed25519') return signEd25519(message, privateKey);
  const { r, s, yParity } = signDigest(keccak256(message), privateKey);
  return concatBytes(bigintToFixedBytes(r, 32), bigintToFixedBytes(s, 32), Uint8Array.of(yParity));
}

/** The public key of a 32-byte private key. */
export function consensusPublicKey(type: ConsensusKeyType, privateKey: Uint8Array): Uint8Array {
  return type === 'ed25519' ? ed25519PublicKey(privateKey) : compressedPublicKey(privateKey);
}
