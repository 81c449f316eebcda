import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseAddress } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import { Batch } from '../store/batch.ts';
import { openLmdbStore } from '../store/lmdb-store.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';
import { ModelState } from '../testing/chain/model-state.ts';
import {
  type Action,
  anyAction,
  applyAction,
  type Dump,
  dump,
  someAddresses,
  someKeys,
} from '../testing/chain/state-actions.ts';
import { emptyView } from './empty-view.ts';
import { StateDatabase } from './state-database.ts';
import { stateFault, totalBalance } from './state-fault.ts';
import { defaultStateLimits } from './state-reader.ts';
import { stateTables } from './tables.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import type { StateView } from './types.ts';
import { createWorldState } from './world-state.ts';

const alice = parseAddress(`0x${'a1'.repeat(20)}`);
const bob = parseAddress(`0x${'b0'.repeat(20)}`);

/** So small that values are constantly evicted and read again. */
const tinyLimits = { ...defaultStateLimits, caches: { accounts: 1_200, entries: 1_000, treeNodes: 2_000, code: 100 } };

/** Runs the actions as one block. */
function commitBlock(database: StateDatabase, actions: readonly Action[]): void {
  const state = createWorldState(database.head);
  for (const action of actions) applyAction(state, action);
  database.commit(database.prepare(state.changes()), new Batch());
}

/** Every way of reading a view, beside `dump`. */
function listings(view: StateView): unknown {
  return someAddresses.map((owner) => [
    view.hasEntries(owner),
    someKeys.map((key) => [
      [...(view.entry(owner, key) ?? [])],
      [...view.entries(owner, key)],
      [...view.entries(owner, '0x00', key)],
      [...view.entries(owner, '0xff', key)],
    ]),
  ]);
}

function checkBlocks(store: Store, blocks: readonly (readonly Action[])[]): void {
  const model = new ModelState();
  const database = new StateDatabase(store, tinyLimits);
  const expected: { readonly dump: Dump; readonly listings: unknown }[] = [];
  for (const actions of blocks) {
    const early = database.at(database.totals.height);
    commitBlock(database, actions);
    for (const action of actions) applyAction(model, action);
    assert.deepEqual(dump(database.head), dump(model));
    assert.equal(stateFault(store), undefined);
    expected.push({ dump: dump(model), listings: listings(model) });
    if (early)
      assert.deepEqual(dump(early), expected.at(-2)?.dump, 'a view of a height stays, also when new blocks come');
  }
  const reopened = new StateDatabase(store);
  assert.deepEqual(reopened.totals, database.totals);
  for (const [height, { dump: values, listings: lists }] of expected.entries()) {
    for (const view of [database.at(height), reopened.at(height)]) {
      assert.ok(view);
      assert.deepEqual(dump(view), values);
      assert.deepEqual(listings(view), lists);
    }
  }
  assert.equal(database.at(expected.length), undefined);
}

const anyBlocks = fc.array(fc.array(anyAction, { maxLength: 15 }), { maxLength: 8 });

describe('committed states', () => {
  test('head and every height equal the model, in memory', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => checkBlocks(createMemoryStore(), blocks)),
      { numRuns: 80 },
    );
  });

  test('and on disk', async () => {
    const run = fc.asyncProperty(anyBlocks, async (blocks) => {
      const directory = mkdtempSync(join(tmpdir(), 'qord-state-'));
      const store = openLmdbStore(directory, { durable: false });
      try {
        checkBlocks(store, blocks);
      } finally {
        await store.close();
        rmSync(directory, { recursive: true });
      }
    });
    await fc.assert(run, { numRuns: 10 });
  });

  test('the root does not depend on the order of changes', () => {
    const property = fc.property(anyBlocks, (blocks) => {
      const stepwise = new StateDatabase(createMemoryStore());
      for (const actions of blocks) commitBlock(stepwise, actions);
      const atOnce = new StateDatabase(createMemoryStore());
      commitBlock(atOnce, blocks.flat());
      if (blocks.length > 0) assert.equal(stepwise.totals.root, atOnce.totals.root);
    });
    fc.assert(property, { numRuns: 100 });
  });
});

/** Tables of what may be written later, which `stateFault` checks, with the number of blocks that have not. */
const writtenLater: readonly number[] = [
  ...[stateTables.accountNodes, stateTables.entryNodes],
  ...[stateTables.changedHeights, stateTables.stateTotals],
];

test('a rewind leaves the same rows as without the later blocks, except for code and what is written later', () => {
  const property = fc.property(anyBlocks, fc.nat(), anyBlocks, (blocks, pick, others) => {
    fc.pre(blocks.length > 0);
    const height = pick % blocks.length;
    const [store, otherStore] = [createMemoryStore(), createMemoryStore()];
    const [database, other] = [new StateDatabase(store, tinyLimits), new StateDatabase(otherStore)];
    for (const actions of blocks) commitBlock(database, actions);
    for (const actions of blocks.slice(0, height + 1)) commitBlock(other, actions);
    database.rewind(height, other.totals.root, new Batch());
    for (const actions of others) for (const each of [database, other]) commitBlock(each, actions);
    assert.deepEqual(database.totals, other.totals);
    assert.deepEqual(dump(database.head), dump(other.head));
    for (const table of Object.values(stateTables)) {
      if (table === stateTables.code || writtenLater.includes(table)) continue;
      assert.deepEqual([...store.range(table)], [...otherStore.range(table)]);
    }
    for (const each of [store, otherStore]) assert.equal(stateFault(each), undefined);
  });
  fc.assert(property, { numRuns: 60 });
});

test('a rewind to an unknown height fails', () => {
  const database = new StateDatabase(createMemoryStore());
  commitBlock(database, []);
  const { root } = database.totals;
  for (const height of [-1, 1]) assert.throws(() => database.rewind(height, root, new Batch()), RangeError);
});

test('preparing writes nothing, and only one of two transitions can be committed', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  const state = createWorldState(database.head);
  state.mint(alice, 5n);
  const first = database.prepare(state.changes());
  state.mint(bob, 5n);
  const second = database.prepare(state.changes());
  assert.equal(database.totals.root, emptyTreeRoot);
  assert.equal(database.head.account(alice), undefined);
  database.commit(second, new Batch());
  assert.equal(database.totals.root, second.totals.root);
  assert.throws(() => database.commit(first, new Batch()), /was not prepared on/);
  assert.equal(stateFault(store), undefined);
});

test('rows already in the batch are committed with the state', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  const batch = new Batch();
  batch.put(200, Uint8Array.of(1), Uint8Array.of(2));
  database.commit(database.prepare(createWorldState(emptyView).changes()), batch);
  assert.equal(store.has(200, Uint8Array.of(1)), true);
  assert.equal(database.totals.height, 0);
});

test('the supply is what was minted less what was burned, and the sum of all balances', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  const roots: Hash[] = [];
  for (const [minted, burned] of [
    [100n, 3n],
    [0n, 7n],
    [1n, 0n],
  ] as const) {
    const state = createWorldState(database.head);
    state.mint(alice, minted);
    state.transfer(alice, bob, 10n);
    state.burn(bob, burned);
    database.commit(database.prepare(state.changes()), new Batch());
    roots.push(database.totals.root);
  }
  assert.deepEqual([database.totals.minted, database.totals.burned, totalBalance(store)], [101n, 10n, 91n]);
  database.rewind(1, roots[1] ?? emptyTreeRoot, new Batch());
  assert.deepEqual([database.totals.minted, database.totals.burned], [100n, 10n]);
  assert.throws(() => database.rewind(0, emptyTreeRoot, new Batch()), /the history of block 0 is corrupt/);
});

test('code that no account uses is not stored', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  const state = createWorldState(database.head);
  const used = state.addCode(Uint8Array.of(1));
  const unused = state.addCode(Uint8Array.of(2));
  state.setAccount(alice, { nonce: 1n, balance: 0n, codeHash: used });
  database.commit(database.prepare(state.changes()), new Batch());
  assert.deepEqual(database.head.code(used), Uint8Array.of(1));
  assert.throws(() => database.head.code(unused), /no code with hash/);
});

test('the version of the head grows with each commit; that of an old height stays', () => {
  const database = new StateDatabase(createMemoryStore());
  const before = database.head.version;
  commitBlock(database, []);
  assert.ok(database.head.version > before);
  const [old, version] = [database.at(0), database.at(0)?.version];
  commitBlock(database, []);
  assert.equal(old?.version, version);
});
