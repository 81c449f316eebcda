import { wordCount } from './input.ts';
import type { Precompile } from './precompile.ts';

/** 0x04: the input itself. */
export const identity: Precompile = {
  name: 'identity',
  gas: (input) => 15n + 3n * wordCount(input.length),
  run: (input) => input,
};
