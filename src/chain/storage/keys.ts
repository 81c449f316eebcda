import { concatBytes } from '../../primitives/bytes.ts';
import { heightKey } from '../../state/keys.ts';

/** A key that names a thing and then a number: rows of one thing stand together, in the number's order. */
export function numberedKey(name: Uint8Array, value: number): Uint8Array {
  return concatBytes(name, heightKey(value));
}
