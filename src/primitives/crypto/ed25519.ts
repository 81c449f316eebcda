import { ed25519 } from '@noble/curves/ed25519.js';
import { rethrowProcessError } from '../process-error.ts';

/** Whether the 64-byte signature of the message is valid by the strict rules of RFC 8032; false for malformed input. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch (error) {
    rethrowProcessError(error);
    return false; // the key is not a point of the curve
  }
}

/**
 * Whether somebody can have a private key for which `verifyEd25519` accepts signatures: 32 bytes that are a point of the
 * curve, and none of the few of small order. Takes 0.2 ms.
 */
export function isEd25519Key(publicKey: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(publicKey).isSmallOrder();
  } catch (error) {
    rethrowProcessError(error);
    return false;
  }
}

/** The public key of a 32-byte private key. */
export function ed25519PublicKey(privateKey: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(privateKey);
}

/** The signature of the message, 64 bytes (RFC 8032). */
export function signEd25519(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return ed25519.sign(message, privateKey);
}
