import { heightKey } from '../../state/keys.ts';
import type { Table } from '../../store/types.ts';
import { chainTables } from './tables.ts';

/** A kind of row that is stored for every block. */
export type BlockPart = { readonly table: Table; readonly number: number };

/**
 * The rows of a block. The numbers are permanent, like those of tables. The parts of a block are adjacent in one table,
 * since a reader of one usually reads another. Headers have their own table: they are read far more often than bodies, and
 * together they are small enough to stay in the page cache. Empty lists have no row.
 */
export const blockParts = {
  header: { table: chainTables.headers, number: 0 }, // sealed header
  hashes: { table: chainTables.headers, number: 1 }, // hashes of its transactions
  transactions: { table: chainTables.bodies, number: 0 }, // senders and bytes of its transactions
  receipts: { table: chainTables.bodies, number: 1 }, // receipts without their logs
  logs: { table: chainTables.bodies, number: 2 }, // logs in block order
  events: { table: chainTables.bodies, number: 3 }, // events of the block itself, not of a transaction
  hookChanges: { table: chainTables.bodies, number: 4 }, // balances changed by the block itself, not by a transaction
} as const satisfies Record<string, BlockPart>;

/** Key of a part within its table. */
export function partKey(height: number, { number }: BlockPart): Uint8Array {
  const key = new Uint8Array(9);
  key.set(heightKey(height));
  key[8] = number;
  return key;
}
