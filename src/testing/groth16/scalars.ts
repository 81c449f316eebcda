import { bytesToBigint } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { Fr } from './circuit.ts';

/** Numbers from 1 below the order of the group, the same for the same seed. */
export function scalarsOf(seed: string, count: number): bigint[] {
  return Array.from({ length: count }, (_, i) => {
    const digest = sha256(new TextEncoder().encode(`${seed} ${i}`));
    return (bytesToBigint(digest) % (Fr.ORDER - 1n)) + 1n;
  });
}
