import { cacheOfCount } from '../../primitives/bounded-cache.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { toHex } from '../../primitives/hex.ts';
import type { Algorithm } from './records.ts';

/** Whether a signature verifies: a pure function of its arguments. */
export type Verify = (
  algorithm: Algorithm,
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
) => boolean;

type ValidSignatures = {
  readonly verify: Verify;
  /** Remembers a signature that was verified elsewhere. */
  readonly add: (...args: Parameters<Verify>) => void;
};

/**
 * The same function with a cache of the signatures that were valid: the last `limit`, at about 100 bytes. The key is a hash of everything the result depends on, which costs a tenth of a verification.
 */
export function rememberValid(verify: Verify, limit: number): ValidSignatures {
  const valid = cacheOfCount<string, true>(limit);
  return {
    verify: (...args) => {
      const name = nameOf(...args);
      if (valid.get(name) !== undefined) return true;
      if (!verify(...args)) return false;
      valid.set(name, true);
      return true;
    },
    add: (...args) => valid.set(nameOf(...args), true),
  };
}

function nameOf(...[algorithm, publicKey, signature, message]: Parameters<Verify>): string {
  const { scheme, status } = algorithm;
  const kind = new TextEncoder().encode(`${scheme} ${status} ${publicKey.length} ${signature.length} `);
  return toHex(sha256(concatBytes(kind, publicKey, signature, message)));
}
