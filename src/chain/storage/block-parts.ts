import { heightKey } from '../../state/keys.ts';
import type { Table } from '../../store/types.ts';
import { chainTables } from './tables.ts';

/** A row that is kept of every block. */
export type BlockPart = { readonly table: Table; readonly number: number };

/**
 * What is kept of a block. Numbered once and for all, like tables. The parts of a block stand together in a table,
 * because whoever reads one mostly reads another; but headers are read far more often than what they head, and stay in
 * memory by being small. Empty lists have no row.
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
