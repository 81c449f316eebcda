import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Address, parseAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { cacheSizes } from '../primitives/cache-sizes.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { runToEnd } from '../primitives/steps.ts';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Reader, Store } from '../store/types.ts';
import { type Action, anyAction, applyAction, someAddresses } from '../testing/chain/state-actions.ts';
import { afterHistoryOf, ChangedHeights } from './changed-heights.ts';
import { HeadView } from './head-view.ts';
import { chunkSpan } from './height-set.ts';
import { accountHistoryKey, entryHistoryKey, type HistoryKey } from './history-key.ts';
import { heightKey } from './keys.ts';
import { OriginState, writeOriginAccount, writeOriginSlot } from './origin-state.ts';
import { removeReplacedAfter, writeReplaced } from './replaced-values.ts';
import { StateDatabase } from './state-database.ts';
import { stateFault } from './state-fault.ts';
import { defaultStateLimits, StateReader } from './state-reader.ts';
import { encodeTotals, unwrittenBlocks } from './state-totals.ts';
import { stateTables } from './tables.ts';
import type { StateView, WorldState } from './types.ts';
import { UnwrittenRows } from './unwritten-rows.ts';
import { createWorldState } from './world-state.ts';

const addressAt = (index: number) => parseAddress(`0x${index.toString(16).padStart(40, '0')}`);
const key = accountHistoryKey(addressAt(7));
const neighbours = [accountHistoryKey(addressAt(6)), entryHistoryKey(addressAt(7), '0x')] as const;
/** in their order */
const allKeys = [neighbours[0], key, neighbours[1]];

/** The totals of a block, and what has not been written with it. */
function putTotals(batch: Batch, height: number, { totals }: HeadView, unwritten: number): void {
  batch.remove(stateTables.stateTotals, heightKey(totals.height));
  batch.put(stateTables.stateTotals, heightKey(height), encodeTotals(totals, unwritten));
}

/** Blocks that changed all keys at these heights; up to the one of `written` their heights are on disk. */
function storeOf(changes: readonly number[], written: readonly number[]) {
  const store = createMemoryStore();
  const head = new HeadView(store, cacheSizes());
  const unwritten = new UnwrittenRows(store, head);
  const heights = new ChangedHeights(store, unwritten);
  let last = -1;
  for (const height of changes) {
    const batch = new Batch();
    const noSupply = { minted: 0n, burned: 0n };
    const replaced = allKeys.map((changed) => [changed, emptyBytes] as const);
    runToEnd(writeReplaced(batch, height, noSupply, replaced));
    if (written.includes(height)) {
      runToEnd(heights.write(batch, height, allKeys));
      last = height;
    }
    putTotals(batch, height, head, height - last);
    store.commit(batch);
    head.invalidate();
    unwritten.invalidate();
  }
  return { store, head, heights, unwritten };
}

function keysOf(heights: ChangedHeights): readonly HistoryKey[] {
  const keys: HistoryKey[] = [];
  let found = heights.firstKey(emptyBytes);
  for (; found !== undefined; found = heights.firstKey(afterHistoryOf(found))) keys.push(found);
  return keys;
}

const anyHeights = fc
  .uniqueArray(fc.oneof(fc.nat(20), fc.nat(6 * chunkSpan)), { minLength: 1, maxLength: 300 })
  .map((list) => list.sort((left, right) => left - right));

test('the first change from any height on is found, across chunks, on disk or not', () => {
  const run = (changes: readonly number[], from: number, picks: readonly number[]) => {
    const written = picks.map((pick) => changes[pick % changes.length] ?? 0);
    const { store, head, heights, unwritten } = storeOf(changes, written);
    for (const each of [heights, new ChangedHeights(store, new UnwrittenRows(store, head))]) {
      for (const start of [from, 0, ...written, ...written.map((height) => height + 1)]) {
        assert.equal(
          each.firstFrom(key, start),
          changes.find((height) => height >= start),
        );
      }
      assert.deepEqual(keysOf(each), allKeys);
      assert.deepEqual(each.firstKey(emptyBytes, key), neighbours[0]);
      assert.equal(each.firstKey(key, key), undefined);
      assert.equal(each.count(), 3 * changes.length);
    }
    const removal = new Batch();
    const height = Math.min(from - 1, head.totals.height);
    const unwrittenThen = height - unwritten.writtenTo;
    if (unwrittenThen < 0) runToEnd(heights.rewindInSteps(removal, height));
    removeReplacedAfter(store, removal, height);
    putTotals(removal, height, head, Math.max(0, unwrittenThen));
    store.commit(removal);
    head.invalidate();
    unwritten.invalidate();
    const left = changes.filter((height) => height < from);
    assert.equal(heights.firstFrom(key, 0), left[0]);
    assert.equal(heights.firstFrom(key, from), undefined);
    assert.equal(heights.count(), 3 * left.length);
  };
  const anyFrom = fc.oneof(fc.nat(20), fc.nat(7 * chunkSpan));
  fc.assert(fc.property(anyHeights, anyFrom, fc.array(fc.nat(), { maxLength: 20 }), run), { numRuns: 60 });
});

function commit(database: StateDatabase, change: (state: WorldState) => void): void {
  const state = createWorldState(database.head);
  change(state);
  database.commit(database.prepare(state.changes()), new Batch());
}

function heightRows(reader: Reader) {
  return [...reader.range(stateTables.changedHeights)];
}

test('heights are written with every sixteenth block, and found before and after', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  for (let block = 0; block <= 40; block++) {
    const before = heightRows(store);
    commit(database, (state) => state.mint(addressAt(1), 1n));
    if (block > 0 && block % 16 === 0) assert.notDeepEqual(heightRows(store), before);
    else assert.deepEqual(heightRows(store), before);
    for (let height = 0; height <= block; height++) {
      assert.equal(database.at(height)?.account(addressAt(1))?.balance, BigInt(height) + 1n);
    }
    assert.equal(stateFault(store), undefined);
  }
});

test('a block without changes writes the heights of those before it', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  for (let block = 0; block < 3; block++) commit(database, (state) => state.mint(addressAt(1), 1n));
  for (let block = 3; block <= 16; block++) commit(database, () => {});
  assert.equal(heightRows(store).length, 1);
  assert.equal(stateFault(store), undefined);
  assert.equal(new StateDatabase(store).at(1)?.account(addressAt(1))?.balance, 2n);
});

test('a block that changes much writes its heights, and those of the blocks before', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  for (let block = 0; block < 4; block++) commit(database, (state) => state.mint(addressAt(1), 1n));
  assert.equal(heightRows(store).length, 0);
  commit(database, (state) => {
    for (let index = 1; index < 1_000; index++) state.mint(addressAt(index), 1n);
  });
  assert.equal(heightRows(store).length, 999);
  assert.equal(stateFault(store), undefined);
});

function dump(view: StateView | undefined) {
  assert.ok(view);
  return someAddresses.map((address) => [view.account(address), [...view.entries(address, '0x')]]);
}

test('databases and readers that are opened at any block find every value of every height', () => {
  const blocks = fc.array(fc.array(anyAction, { maxLength: 4 }), { minLength: 17, maxLength: 40 });
  const run = (all: readonly (readonly Action[])[], pick: number) => {
    const store = createMemoryStore();
    let database = new StateDatabase(store);
    const reader = new StateReader(store);
    const expected: unknown[] = [];
    const roots = all.map((actions, height) => {
      commit(database, (state) => {
        for (const action of actions) applyAction(state, action);
      });
      reader.refresh();
      expected.push(dump(database.head));
      for (const states of [database, reader, new StateReader(store)]) {
        for (const [at, values] of expected.entries()) assert.deepEqual(dump(states.at(at)), values);
      }
      if (height % 5 === pick % 5) database = new StateDatabase(store); // as after a crash
      return database.totals.root;
    });
    const height = pick % all.length;
    const root = roots[height];
    assert.ok(root);
    database.rewind(height, root, new Batch());
    reader.refresh();
    assert.equal(stateFault(store), undefined);
    commit(database, (state) => state.mint(addressAt(1), 1n));
    reader.refresh();
    for (const states of [database, reader]) {
      for (const [at, values] of expected.slice(0, height + 1).entries()) assert.deepEqual(dump(states.at(at)), values);
    }
    assert.equal(stateFault(store), undefined);
  };
  fc.assert(fc.property(blocks, fc.nat(100), run), { numRuns: 15 });
});

test('a height too few, too many or of a block that did not change the key is found', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  for (let block = 0; block < 20; block++) commit(database, (state) => state.mint(addressAt(1), 1n));
  assert.equal(unwrittenBlocks(store), 3);
  const [[row, set] = assert.fail()] = heightRows(store);
  const put = (value: Uint8Array) => {
    const batch = new Batch();
    batch.put(stateTables.changedHeights, row, value);
    store.commit(batch);
  };
  assert.equal(stateFault(store), undefined);
  put(set.slice(2));
  assert.match(stateFault(store) ?? '', /no history of block 1$/);
  put(set.slice(0, -2));
  assert.match(stateFault(store) ?? '', /no history of block 16$/);
  put(Uint8Array.of(...set, 0, 17)); // not written yet
  assert.match(stateFault(store) ?? '', /history of accounts or entries that no block changed/);
});

/** A fork from height 100 whose origin has an account with a slot. */
function openFork(store: Store): StateDatabase {
  const base = { first: 100, fork: { origin: new OriginState(store), isNative: () => false } };
  return new StateDatabase(store, defaultStateLimits, base);
}

test('what a fork has cleared of its origin stays cleared, whether its height is written or not', () => {
  const owner: Address = addressAt(9);
  const slot = `0x${'05'.padStart(64, '0')}` as const;
  const store = createMemoryStore();
  const origin = new Batch();
  writeOriginAccount(origin, addressAt(1), undefined, emptyBytes);
  const account = {
    nonce: 1n,
    balance: 0n,
    codeHash: createWorldState(openFork(store).head).addCode(Uint8Array.of(1)),
  };
  writeOriginAccount(origin, owner, account, Uint8Array.of(1));
  writeOriginSlot(origin, owner, slot, Uint8Array.of(7));
  store.commit(origin);
  let database = openFork(store);
  for (let height = 100; height < 140; height++) {
    commit(database, (state) => {
      if (height === 103) state.setEntry(owner, slot, undefined);
      state.mint(addressAt(1), 1n);
    });
    if (height % 3 === 0) database = openFork(store);
    if (height < 103) continue;
    assert.equal(heightRows(store).length > 1, height >= 116);
    for (const states of [database, openFork(store)]) {
      assert.deepEqual(states.at(102)?.entry(owner, slot), Uint8Array.of(7));
      for (const view of [states.at(103), states.at(height), states.head]) {
        assert.equal(view?.entry(owner, slot), undefined);
      }
    }
  }
  assert.equal(stateFault(store), undefined);
});

test('what a fork clears of its origin counts as much as nodes', () => {
  const store = createMemoryStore();
  const database = openFork(store);
  const origin = new Batch();
  const slots = Array.from({ length: 1_100 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}` as const);
  writeOriginAccount(origin, addressAt(1), { nonce: 1n, balance: 0n, codeHash: emptyCodeHash }, emptyBytes);
  for (const slot of slots) writeOriginSlot(origin, addressAt(1), slot, Uint8Array.of(7));
  store.commit(origin);
  for (let height = 100; height < 103; height++) commit(database, (state) => state.mint(addressAt(1), 1n));
  assert.equal(unwrittenBlocks(store), 2);
  commit(database, (state) => {
    for (const slot of slots) state.setEntry(addressAt(1), slot, undefined);
  });
  assert.equal(unwrittenBlocks(store), 0);
  assert.equal(stateFault(store), undefined);
});
