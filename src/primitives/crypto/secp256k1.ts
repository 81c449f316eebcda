import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { keccak256 } from '@qord/curves/keccak';
import { type Address, addressFromBytes } from '../address.ts';
import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../bytes.ts';
import type { NativeCall } from '../guarded-worker.ts';
import { once } from '../once.ts';
import { rethrowProcessError } from '../process-error.ts';

/** An ECDSA signature over secp256k1; `yParity` picks the public key in recovery. */
export type Signature = { readonly r: bigint; readonly s: bigint; readonly yParity: 0 | 1 };

/** Order of the secp256k1 group. */
export const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Signature (r ‖ s), parity and digest → public key, 65 bytes. Throws when there is none. */
type RecoverPublicKey = (signature: Uint8Array, yParity: 0 | 1, digest: Uint8Array) => Uint8Array;

/** The package. It computes tables for 8 ms, which commands without signatures do without. */
const secp256k1 = once(() => createRequire(import.meta.url)('secp256k1') as typeof import('secp256k1'));

/** Makes each call into the package. */
let nativeCall: NativeCall = (call) => call();

let recoverPublicKey: RecoverPublicKey = (signature, yParity, digest) =>
  nativeCall(() => secp256k1().ecdsaRecover(signature, yParity, digest, false));

/**
 * Readies this thread for many signatures. The package with native parts falls back to JavaScript where it has no build
 * (musl, for one), and then recovers a public key fifty times slower; libsecp256k1 in WebAssembly takes 2.7 times as
 * long as native code (171 to 62 µs). Until then, and for signing, the fallback works as well. `through`: of a worker
 * thread, see GuardedWorker.
 */
export async function prepareSecp256k1(through?: NativeCall): Promise<'native' | 'webassembly'> {
  if (through !== undefined) nativeCall = through;
  const isNative = isSecp256k1Native();
  secp256k1(); // loaded now: what a block does must not depend on whether files can be opened later
  if (isNative) return 'native';
  // not the whole package: that instantiates all its curves and hashes, and cannot be bundled
  const { instantiateSecp256k1 } = await import('@bitauth/libauth/build/lib/crypto/secp256k1.js');
  const compiled = await instantiateSecp256k1();
  recoverPublicKey = (signature, yParity, digest) => {
    const publicKey = compiled.recoverPublicKeyUncompressed(signature, yParity, digest);
    if (typeof publicKey === 'string') throw new Error(publicKey);
    return publicKey;
  };
  return 'webassembly';
}

/** The account that signed the 32-byte digest; undefined when the signature is invalid. */
export function recoverAddress(digest: Uint8Array, { r, s, yParity }: Signature): Address | undefined {
  if (r <= 0n || s <= 0n || r >= groupOrder || s >= groupOrder) return undefined;
  try {
    const compact = concatBytes(bigintToFixedBytes(r, 32), bigintToFixedBytes(s, 32));
    return addressOfPublicKey(recoverPublicKey(compact, yParity, digest));
  } catch (error) {
    rethrowProcessError(error);
    return undefined; // r is not the x of a point of the curve
  }
}

/** Signs a 32-byte digest (RFC 6979 nonce, low s). */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): Signature {
  const { signature, recid } = nativeCall(() => secp256k1().ecdsaSign(digest, privateKey));
  return {
    r: bytesToBigint(signature.subarray(0, 32)),
    s: bytesToBigint(signature.subarray(32)),
    yParity: (recid & 1) as 0 | 1,
  };
}

/** Whether the 32 bytes are a usable private key. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return bytes.length === 32 && nativeCall(() => secp256k1().privateKeyVerify(bytes));
}

/** The address of a 32-byte private key. */
export function addressOfPrivateKey(privateKey: Uint8Array): Address {
  return addressOfPublicKey(nativeCall(() => secp256k1().publicKeyCreate(privateKey, false)));
}

/** The public key in compressed form, 33 bytes. */
export function compressedPublicKey(privateKey: Uint8Array): Uint8Array {
  return nativeCall(() => secp256k1().publicKeyCreate(privateKey, true));
}

/** Last 20 bytes of the keccak of the uncompressed public key (65 bytes, 0x04 first). */
function addressOfPublicKey(publicKey: Uint8Array): Address {
  return addressFromBytes(keccak256(publicKey.subarray(1)).subarray(12));
}

/** Whether the package finds a native addon that this system can load. */
function isSecp256k1Native(): boolean {
  const file = createRequire(import.meta.url).resolve('secp256k1');
  try {
    createRequire(file)('node-gyp-build')(dirname(file));
    return true;
  } catch {
    return false;
  }
}

/** The account of a public key of 33 or 65 bytes; undefined when the key is invalid. */
export function addressOfAnyPublicKey(publicKey: Uint8Array): Address | undefined {
  if (publicKey.length !== 33 && publicKey.length !== 65) return undefined;
  try {
    return addressOfPublicKey(nativeCall(() => secp256k1().publicKeyConvert(publicKey, false)));
  } catch (error) {
    rethrowProcessError(error);
    return undefined; // not a point of the curve
  }
}
