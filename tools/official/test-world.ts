import type { Hash } from '#qord/primitives/hash.ts';
import { StateDatabase } from '#qord/state/state-database.ts';
import { createWorldState, type JournaledState } from '#qord/state/world-state.ts';
import { Batch } from '#qord/store/batch.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import { writeAccounts } from './apply-case.ts';
import type { TestAccounts } from './state-test-file.ts';

/** Accounts committed to a store, and a state above them. */
export type TestWorld = {
  readonly state: JournaledState;
  /** The root of the tree, if the state were committed now. */
  root(): Hash;
};

/** Commits the accounts to a store in memory. */
export function createTestWorld(accounts: TestAccounts): TestWorld {
  const database = new StateDatabase(createMemoryStore());
  const first = createWorldState(database.head);
  writeAccounts(first, accounts);
  database.commit(database.prepare(first.changes()), new Batch());
  const state = createWorldState(database.head);
  return { state, root: () => database.prepare(state.changes()).totals.root };
}
