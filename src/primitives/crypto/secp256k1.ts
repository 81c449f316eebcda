import { createRequire } from 'node:module';
import secp256k1 from 'secp256k1';
import { type Address, addressFromBytes } from '../address.ts';
import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../bytes.ts';
import { keccak256 } from './keccak.ts';

/** An ECDSA signature over secp256k1; `yParity` picks the public key in recovery. */
export type Signature = { readonly r: bigint; readonly s: bigint; readonly yParity: 0 | 1 };

/** Order of the secp256k1 group. */
export const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The account that signed the 32-byte digest; undefined when the signature is invalid. */
export function recoverAddress(digest: Uint8Array, { r, s, yParity }: Signature): Address | undefined {
  if (r <= 0n || s <= 0n || r >= groupOrder || s >= groupOrder) return undefined;
  try {
    const compact = concatBytes(bigintToFixedBytes(r, 32), bigintToFixedBytes(s, 32));
    return addressOfPublicKey(secp256k1.ecdsaRecover(compact, yParity, digest, false));
  } catch {
    return undefined; // r is not the x of a point of the curve
  }
}

/** Signs a 32-byte digest (RFC 6979 nonce, low s). */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): Signature {
  const { signature, recid } = secp256k1.ecdsaSign(digest, privateKey);
  return {
    r: bytesToBigint(signature.subarray(0, 32)),
    s: bytesToBigint(signature.subarray(32)),
    yParity: (recid & 1) as 0 | 1,
  };
}

/** Whether the 32 bytes are a usable private key. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === 32 && secp256k1.privateKeyVerify(bytes);
}

/** The address of a 32-byte private key. */
export function addressOfPrivateKey(privateKey: Uint8Array): Address {
  return addressOfPublicKey(secp256k1.publicKeyCreate(privateKey, false));
}

/** The public key in compressed form, 33 bytes. */
export function compressedPublicKey(privateKey: Uint8Array): Uint8Array {
  return secp256k1.publicKeyCreate(privateKey, true);
}

/** Last 20 bytes of the keccak of the uncompressed public key (65 bytes, 0x04 first). */
function addressOfPublicKey(publicKey: Uint8Array): Address {
  return addressFromBytes(keccak256(publicKey.subarray(1)).subarray(12));
}

/** Whether the native addon runs; the package silently falls back to JavaScript, which is about fifty times slower. */
export function isSecp256k1Native(): boolean {
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  return loaded.some((file) => /[\\/]secp256k1[\\/].*\.node$/.test(file));
}

/** The account of a public key of 33 or 65 bytes; undefined when the key is invalid. */
export function addressOfAnyPublicKey(publicKey: Uint8Array): Address | undefined {
  if (publicKey.length !== 33 && publicKey.length !== 65) return undefined;
  try {
    return addressOfPublicKey(secp256k1.publicKeyConvert(publicKey, false));
  } catch {
    return undefined; // not a point of the curve
  }
}
