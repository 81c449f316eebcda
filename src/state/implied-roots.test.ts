import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cacheSizes } from '../primitives/cache-sizes.ts';
import type { Hash } from '../primitives/hash.ts';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';
import { type Action, anyAction, applyAction, someAddresses, someKeys } from '../testing/chain/state-actions.ts';
import { ChangedHeights } from './changed-heights.ts';
import { HeadView } from './head-view.ts';
import { accountHistoryKey } from './history-key.ts';
import { ProofTooOldError } from './proof.ts';
import { StateDatabase } from './state-database.ts';
import { stateFault } from './state-fault.ts';
import { defaultStateLimits } from './state-reader.ts';
import { UnwrittenRows } from './unwritten-rows.ts';
import { createWorldState } from './world-state.ts';

const address = someAddresses[0] ?? assert.fail();
const zeroHash: Hash = `0x${'00'.repeat(32)}` as Hash;
const everything = { from: zeroHash, limit: 100, onProgress: () => {} };

/** What the native modules are made of: the account, some entries, then values of these. */
const module: readonly Action[] = [
  { kind: 'code', address, code: Uint8Array.of(0xfe) },
  ...someKeys.slice(0, 4).map((key): Action => ({ kind: 'entry', address, key, value: Uint8Array.of(1) })),
];
const anyValue = fc.record({
  kind: fc.constant('entry' as const),
  address: fc.constant(address),
  key: fc.constantFrom(...someKeys.slice(0, 4)),
  value: fc.uint8Array({ minLength: 1, maxLength: 2 }),
});
const anyBlock = fc.oneof(
  { weight: 3, arbitrary: fc.array(anyValue, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(anyValue, anyAction), { maxLength: 5 }) },
);

/** All that is said of roots at a height. */
function rootsAt(database: StateDatabase, height: number) {
  return {
    range: database.accountRange(height, everything),
    proofs: someAddresses.map((owner) => database.proof(owner, someKeys, height)),
  };
}

function commit(database: StateDatabase, actions: readonly Action[]): void {
  const state = createWorldState(database.head);
  for (const action of actions) applyAction(state, action);
  database.commit(database.prepare(state.changes()), new Batch());
}

test('the roots and proofs of every height stay what they were when it was the newest', () => {
  const property = fc.property(fc.array(anyBlock, { maxLength: 12 }), (blocks) => {
    const store = createMemoryStore();
    const database = new StateDatabase(store);
    const expected = [module, ...blocks].map((actions, height) => {
      commit(database, actions);
      return rootsAt(database, height);
    });
    assert.equal(stateFault(store), undefined);
    for (const [height, roots] of expected.entries()) assert.deepEqual(rootsAt(database, height), roots);
  });
  fc.assert(property, { numRuns: 150 });
});

/** A module that has two blocks of other values for an entry. */
function moduleOfThreeBlocks(store: Store, proofChanges = defaultStateLimits.proofChanges): StateDatabase {
  const database = new StateDatabase(store, { ...defaultStateLimits, proofChanges });
  const [key = '0x00'] = someKeys;
  commit(database, module);
  for (const value of [2, 3]) commit(database, [{ kind: 'entry', address, key, value: Uint8Array.of(value) }]);
  return database;
}

test('an account of a module is not in the history of a block that only changes values', () => {
  const store = createMemoryStore();
  const database = moduleOfThreeBlocks(store);
  const firstFrom = (height: number) =>
    new ChangedHeights(store, new UnwrittenRows(store, new HeadView(store, cacheSizes()))).firstFrom(
      accountHistoryKey(address),
      height,
    );
  assert.equal(firstFrom(1), undefined);
  commit(database, [{ kind: 'entry', address, key: '0xaa', value: Uint8Array.of(1) }]);
  assert.equal(firstFrom(1), 3);
  commit(database, [{ kind: 'account', address, balance: 5n, nonce: 1n }]);
  assert.equal(firstFrom(4), 4);
});

test('too many changed entries since then are an error', () => {
  const database = moduleOfThreeBlocks(createMemoryStore(), 0);
  assert.throws(() => database.accountRange(0, everything), ProofTooOldError);
  assert.equal(database.accountRange(2, everything)?.accounts.length, 1);
});
