import type { Address } from '../../primitives/address.ts';
import type { Signature } from '../../primitives/crypto/secp256k1.ts';

/**
 * What a transaction of an impersonated account has in place of a signature, on development networks. It names the
 * sender, so that equal transactions of two accounts have two hashes. No signature can recover to such a sender: it
 * would have to contain the address that its own hash results in.
 */
export function impersonatedSignature(sender: Address): Signature {
  return { r: BigInt(sender) + 1n, s: 1n, yParity: 0 };
}

/** Whether the sender is impersonated. */
export function isImpersonated(tx: { readonly sender: Address; readonly signature?: Signature }): boolean {
  const { sender, signature } = tx;
  return signature !== undefined && signature.s === 1n && signature.r === BigInt(sender) + 1n;
}
