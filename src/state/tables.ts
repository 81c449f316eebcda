import type { Table } from '../store/types.ts';

/**
 * The tables of the state, 1 to 15. A number, once given, keeps its meaning for good: a retired one stays in this list
 * as a comment and is never reused. The tables of the chain begin at 16 (`chain/storage/tables.ts`). Heights are 8
 * bytes, big-endian.
 */
export const stateTables = {
  // The newest state.
  accounts: 1, // address → account
  entries: 2, // owner (packed: `ownedKey`) ‖ key → value
  code: 3, // code hash → code

  // What it was before.
  // 4 to 6: retired; a row for each account and entry that a block changed, and one for their keys
  changedHeights: 14, // history key ‖ chunk of heights → heights at which that account or entry changed
  // 15: retired; what each block replaced, which is now a part of `blocksTable`

  // The tree over the newest state.
  accountNodes: 7, // path → node of the account tree
  entryNodes: 8, // owner (packed) ‖ path → node of the account's entry tree

  stateTotals: 9, // height of the newest state → root, wei minted and burned so far, `unwrittenBlocks`

  // A fork: what is stored of the origin, at the block it begins from. Code is in its table.
  originAccounts: 10, // address → account; empty: there is none
  originSlots: 11, // owner ‖ key → value; empty: zero
  originBlocks: 12, // height → block hash; 'reads' → number of rows in these three
  originResponses: 13, // hash of a request → response
} as const satisfies Record<string, Table>;

/**
 * The table of what belongs to one block: height ‖ part → row (`chain/storage/block-parts.ts`). It is the last table,
 * because its rows are only appended: LMDB fills pages at the end of its tree and leaves them half empty elsewhere. One
 * of its parts belongs to the state: what the block replaced.
 */
export const blocksTable: Table = 64;
export const replacedPart = 8;
