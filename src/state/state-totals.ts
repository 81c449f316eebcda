import { emptyBytes } from '../primitives/bytes.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { bytesFromRlp, decodeRlp, encodeRlp, integerFromRlp, listFromRlp, rlpInteger } from '../primitives/rlp.ts';
import type { Reader } from '../store/contract.ts';
import { tables } from './tables.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';

/** What holds of the newest committed state as a whole. */
export type StateTotals = {
  /** of its block; -1 before the genesis */
  readonly height: number;
  readonly root: Hash;
  /** wei created and destroyed since the beginning: their difference is the supply, if genesis minted too */
  readonly minted: bigint;
  readonly burned: bigint;
};

/** Key of the table's only row. */
export const totalsKey = emptyBytes;

/** Reads the totals of a store; those of nothing when it is new. */
export function readTotals(reader: Reader): StateTotals {
  const row = reader.get(tables.stateTotals, totalsKey);
  if (row === undefined) return { height: -1, root: emptyTreeRoot, minted: 0n, burned: 0n };
  const [height, root, minted, burned] = listFromRlp(decodeRlp(row));
  return {
    height: Number(integerFromRlp(height)),
    root: hashFromBytes(bytesFromRlp(root)),
    minted: integerFromRlp(minted, maxSupplyBytes),
    burned: integerFromRlp(burned, maxSupplyBytes),
  };
}

/** The sums of a chain's life may outgrow the 32 bytes that each of their parts fits. */
const maxSupplyBytes = 64;

export function encodeTotals({ height, root, minted, burned }: StateTotals): Uint8Array {
  return encodeRlp([rlpInteger(height), fromHex(root), rlpInteger(minted), rlpInteger(burned)]);
}
