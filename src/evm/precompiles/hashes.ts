import { ripemd160 } from '@noble/hashes/legacy.js';
import { concatBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { wordCount } from './input.ts';
import type { Numbered, Precompile } from './precompile.ts';

/**
 * SHA-256, RIPEMD-160 as a word, and the input itself. RIPEMD-160 is not that of node:crypto, since an OpenSSL without
 * its legacy algorithms does not have it.
 */
export const hashes: Numbered = [
  [0x02, ofWords('sha256', 60n, 12n, sha256)],
  [0x03, ofWords('ripemd160', 600n, 120n, (input) => concatBytes(new Uint8Array(12), ripemd160(input)))],
  [0x04, ofWords('identity', 15n, 3n, (input) => input)],
];

function ofWords(name: string, base: bigint, perWord: bigint, run: Precompile['run']): Precompile {
  return { name, gas: ({ length }) => base + perWord * wordCount(length), run };
}
