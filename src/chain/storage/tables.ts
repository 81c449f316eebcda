import { blocksTable } from '../../state/tables.ts';
import type { Table } from '../../store/types.ts';

/**
 * The tables of the chain, numbered from 16; those of the state come before (`state/tables.ts`), and the same rule holds: a
 * number keeps its meaning for good and is never reused.
 */
export const chainTables = {
  // 16 to 18: retired; parts of blocks, one table each
  // 19 and 20: retired; a row for each hash of a block and of a transaction
  logIndex: 21, // address or topic, chunk of heights → heights with such a log
  // 22: retired, as 16 to 18
  // 23: retired; a row for each account that a block touched, with hashes
  chainTotals: 24, // by name: format of the data, genesis document, head, transactions so far
  // 25 to 28: retired, as 16 to 18
  accountTransactions: 30, // account ‖ chunk of heights → transactions that touched it: height, index, status
  hashIndex: 31, // first digits of hashes → positions of the blocks and transactions that have them
  blocks: blocksTable, // height ‖ part → header, transactions, receipts, logs, …; `block-parts.ts` numbers the parts
} as const satisfies Record<string, Table>;
