import { randomBytes } from 'node:crypto';
import { type Hash, parseHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';

/** 32 random bytes. */
export function randomHash(): Hash {
  return parseHash(toHex(randomBytes(32)));
}
