import { ed25519 } from '@noble/curves/ed25519.js';

/** Whether the 64-byte signature of the message is right, by the strict rules of RFC 8032; false for malformed input. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false; // the key is no point of the curve
  }
}

/** 32 bytes of a private key → the public one. */
export function ed25519PublicKey(privateKey: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(privateKey);
}

/** 64 bytes (RFC 8032). */
export function signEd25519(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return ed25519.sign(message, privateKey);
}
