import { homePaths } from '../../config/home.ts';
import type { Address } from '../../primitives/address.ts';
import { decodeAccountRecord, encodeAccountRecord } from '../../state/account-record.ts';
import { keyOf } from '../../state/keys.ts';
import { stateTables } from '../../state/tables.ts';
import { Batch } from '../../store/batch.ts';
import { openLmdbStore } from '../../store/lmdb-store.ts';

/** Gives an account one wei more in the data of a stopped node, outside of all blocks. */
export async function tamperWithBalance(home: string, address: Address): Promise<void> {
  const store = openLmdbStore(homePaths(home).dataFolder);
  const row = store.get(stateTables.accounts, keyOf(address));
  if (row === undefined) throw new Error(`${address} has no account`);
  const { account, storageRoot } = decodeAccountRecord(row);
  const batch = new Batch();
  const changed = { account: { ...account, balance: account.balance + 1n }, storageRoot };
  batch.put(stateTables.accounts, keyOf(address), encodeAccountRecord(changed));
  store.commit(batch);
  await store.close();
}
