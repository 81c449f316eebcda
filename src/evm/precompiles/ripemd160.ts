import { createRIPEMD160 } from 'hash-wasm';
import { concatBytes } from '../../primitives/bytes.ts';
import { wordCount } from './input.ts';
import type { Precompile } from './precompile.ts';

// not by node:crypto: an OpenSSL without its legacy algorithms lacks this one
const hasher = await createRIPEMD160();

/** 0x03: RIPEMD-160 of the input, as a word. */
export const ripemd160: Precompile = {
  name: 'ripemd160',
  gas: (input) => 600n + 120n * wordCount(input.length),
  run: (input) => concatBytes(new Uint8Array(12), hasher.init().update(input).digest('binary')),
};
