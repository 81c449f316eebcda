import assert from 'node:assert/strict';
import { historyContract } from '#qord/chain/block-hash-history.ts';
import { allAccounts } from '#qord/state/all-accounts.ts';
import { StateReader } from '#qord/state/state-reader.ts';
import type { Store } from '#qord/store/types.ts';

/** Characters of the key of a record that a module has once: a genesis also writes those that are as they begin. */
const singleKey = '0x00'.length;

/** Asserts that a chain which begins with the export of another has all its accounts, their codes, slots and records. */
export function assertContinues(from: Store, to: Store): void {
  const [before, after] = [new StateReader(from).head, new StateReader(to).head];
  for (const [address, account] of allAccounts(from)) {
    if (address === historyContract) continue; // a chain that begins has no hashes of blocks
    assert.deepEqual(after.account(address), account, `the account ${address} of an imported chain`);
    const entries = new Map(after.entries(address, '0x'));
    for (const [key, value] of before.entries(address, '0x')) {
      assert.deepEqual(entries.get(key), value, `the entry ${key} of ${address} in an imported chain`);
      entries.delete(key);
    }
    const added = [...entries.keys()].find((key) => key.length > singleKey);
    assert.equal(added, undefined, `an imported chain has no more entries of ${address}`);
  }
}
