import { ripemd160 as hash } from '@noble/hashes/legacy.js';
import { concatBytes } from '../../primitives/bytes.ts';
import { wordCount } from './input.ts';
import type { Precompile } from './precompile.ts';

/**
 * 0x03: RIPEMD-160 of the input, as a word. Not by node:crypto, since an OpenSSL without its legacy algorithms does not
 * have it.
 */
export const ripemd160: Precompile = {
  name: 'ripemd160',
  gas: (input) => 600n + 120n * wordCount(input.length),
  run: (input) => concatBytes(new Uint8Array(12), hash(input)),
};
