import type { Table } from '../store/types.ts';

/**
 * Every table of the database. A number, once given, keeps its meaning for good: one that is retired stays in this
 * list as a comment and is never reused. Heights are 8 bytes, big-endian.
 */
export const stateTables = {
  // The newest state.
  accounts: 1, // address → account
  entries: 2, // owner ‖ key → value
  code: 3, // code hash → code

  // What it was before.
  accountHistory: 4, // address ‖ height → account before that block; empty: there was none
  entryHistory: 5, // owner ‖ sortable key ‖ height → value before that block; empty: there was none
  changes: 6, // height → keys of all accounts and entries the block changed

  // The tree over the newest state.
  accountNodes: 7, // path → node of the account tree
  entryNodes: 8, // owner ‖ path → node of the account's entry tree

  stateTotals: 9, // height → root, wei minted and burned so far

  // Blocks and what finds them.
  // 16 to 18: parts of blocks, each by itself
  heightByHash: 19, // block hash → height
  transactionByHash: 20, // transaction hash → height and index
  logIndex: 21, // address or topic, chunk of heights → heights with such a log
  // 22: as 16 to 18
  transactionsByAccount: 23, // account and height → transactions that touched it: index, status, hash
  chainTotals: 24, // by name: format of the data, genesis document, head, transactions so far
  // 25, 26: as 16 to 18
  headers: 27, // height ‖ part → sealed header, hashes of the transactions
  bodies: 28, // height ‖ part → transactions, receipts, logs, …; `chain/storage/block-parts.ts` numbers the parts
} as const satisfies Record<string, Table>;
