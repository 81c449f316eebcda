import { type Hash, parseHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { randomBytes } from '../../primitives/machine.ts';

/** 32 random bytes. */
export function randomHash(): Hash {
  return parseHash(toHex(randomBytes(32)));
}
