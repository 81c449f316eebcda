import { integerFromRlp } from '../../primitives/rlp/item.ts';
import { bounded } from './bounded.ts';
import { type Codec, CodecError } from './codec.ts';
import { unstorable } from './scalars.ts';
import { blockHeight } from './units.ts';

/**
 * Rebases a height at which something is due for a new chain that starts from block `height` of this one: as many
 * blocks remain as before. 0 stays 0, which means never; what was already due is due in the first block.
 */
export function rebaseDue(due: number, height: number): number {
  return due === 0 ? 0 : Math.max(1, due - height);
}

/** A height at which something is due; 0 for never. An export rebases it for the new chain. */
export const dueHeight: Codec<number> = { ...blockHeight, rebase: rebaseDue };

/**
 * A height from which something is measured, such as a window, an age or a decay. In a chain that starts from an
 * exported one it can be negative: that many blocks before the first.
 */
const signedHeight: Codec<number> = {
  encode: (value) => {
    if (!Number.isSafeInteger(value)) return unstorable('an integer from -(2^53-1) to 2^53-1');
    return value < 0 ? [-value] : value;
  },
  decode: (item) => Number(item instanceof Uint8Array ? integerFromRlp(item, 8) : -integerFromRlp(item[0], 8)),
  toPlain: (value) => value,
  fromPlain: (plain) => {
    if (typeof plain === 'number' && Number.isSafeInteger(plain)) return plain;
    throw new CodecError('must be an integer from -(2^53-1) to 2^53-1');
  },
  schema: { type: 'integer', 'x-unit': 'height' },
  rebase: (since, height) => since - height,
};

export const sinceHeight = bounded(signedHeight, {
  ...{ unit: 'height', least: -(2 ** 45), most: 2 ** 45, reason: 'the distance of two can be stored' },
});

/** A height as clients see it: a height before the first block of this chain is 0. */
export function heightForReaders(height: number): number {
  return Math.max(0, height);
}
