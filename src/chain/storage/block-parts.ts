import { heightKey } from '../../state/keys.ts';

/** A kind of row that is stored for every block. */
export type BlockPart = number;

/**
 * The rows of a block in the table `blocks`, each with a codec of its own. The numbers are permanent, like those of
 * tables. The parts of a block are adjacent, since a reader of one usually reads another. Empty lists have no row.
 */
export const blockParts = {
  header: 0, // sealed header
  hashes: 1, // hashes of its transactions
  transactions: 2, // senders and bytes of its transactions
  receipts: 3, // receipts without their logs
  logs: 4, // logs in block order
  events: 5, // events of the block itself, not of a transaction
  hookChanges: 6, // balances changed by the block itself, not by a transaction
  logTerms: 7, // what its logs are found by, where it is too much for the index
  // 8: what it replaced of the state (`replacedPart` in `state/tables.ts`)
} as const satisfies Record<string, BlockPart>;

/** Key of a part. */
export function partKey(height: number, part: BlockPart): Uint8Array {
  const key = new Uint8Array(9);
  key.set(heightKey(height));
  key[8] = part;
  return key;
}
