import { concatBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { GenerationalCache } from '../../primitives/generational-cache.ts';
import { toHex } from '../../primitives/hex.ts';
import type { Algorithm } from './records.ts';

/** Whether a signature verifies: a pure function of its arguments. */
export type Verify = (
  algorithm: Algorithm,
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => boolean;

/**
 * The same function with a cache of the signatures that were valid: between `limit` and twice as many, at about 100
 * bytes. The key is a hash of everything the result depends on, which costs a tenth of a verification.
 */
export function rememberValid(verify: Verify, limit: number): Verify {
  const valid = new GenerationalCache<string, true>(limit, () => 1);
  return (algorithm, publicKey, signature, message) => {
    const { scheme, status } = algorithm;
    const kind = new TextEncoder().encode(`${scheme} ${status} ${publicKey.length} ${signature.length} `);
    const name = toHex(sha256(concatBytes(kind, publicKey, signature, message)));
    if (valid.get(name) !== undefined) return true;
    if (!verify(algorithm, publicKey, signature, message)) return false;
    valid.set(name, true);
    return true;
  };
}
