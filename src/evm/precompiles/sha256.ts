import { sha256 as hash } from '../../primitives/crypto/sha256.ts';
import { wordCount } from './input.ts';
import type { Precompile } from './precompile.ts';

/** 0x02: SHA-256 of the input. */
export const sha256: Precompile = {
  name: 'sha256',
  gas: (input) => 60n + 12n * wordCount(input.length),
  run: hash,
};
