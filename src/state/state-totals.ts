import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { decodeRlp } from '../primitives/rlp/decode.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp } from '../primitives/rlp/item.ts';
import type { Reader } from '../store/types.ts';
import { heightAtEnd } from './keys.ts';
import { stateTables } from './tables.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';

/** Properties of a committed state as a whole. */
export type StateTotals = {
  /** Height of its block; before the genesis, one less than that of the first block. */
  readonly height: number;
  readonly root: Hash;
  /** wei created and destroyed since genesis, which mints the first supply: their difference is the supply */
  readonly minted: bigint;
  readonly burned: bigint;
};

/** Totals of the newest state, or of an empty one, before the block `first`, when the store is new. */
export function newestTotals(reader: Reader, first = 0): StateTotals {
  for (const [key, row] of reader.range(stateTables.stateTotals, { reverse: true, limit: 1 })) {
    return decodeTotals(heightAtEnd(key), row);
  }
  return { height: first - 1, root: emptyTreeRoot, minted: 0n, burned: 0n };
}

/** Number of the newest blocks whose nodes of the trees, and heights of changes, are not written yet. */
export function unwrittenBlocks(reader: Reader): number {
  for (const [, row] of reader.range(stateTables.stateTotals, { reverse: true, limit: 1 })) {
    const [, , , blocks] = listFromRlp(decodeRlp(row));
    return Number(integerFromRlp(blocks));
  }
  return 0;
}

/** Sums over the life of a chain may need more than the 32 bytes of each summand. */
const maxSupplyBytes = 64;

function decodeTotals(height: number, row: Uint8Array): StateTotals {
  const [root, minted, burned] = listFromRlp(decodeRlp(row));
  return {
    height,
    root: hashFromBytes(bytesFromRlp(root)),
    minted: integerFromRlp(minted, maxSupplyBytes),
    burned: integerFromRlp(burned, maxSupplyBytes),
  };
}

/** Totals → row: root, wei minted and burned, and the number of `unwrittenBlocks`. */
export function encodeTotals({ root, minted, burned }: StateTotals, unwritten: number): Uint8Array {
  return encodeRlp([root, minted, burned, unwritten]);
}
