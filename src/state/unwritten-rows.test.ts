import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Address, parseAddress } from '../primitives/address.ts';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Reader, Store } from '../store/types.ts';
import { type Action, anyAction, applyAction, someAddresses, someKeys } from '../testing/chain/state-actions.ts';
import { StateDatabase } from './state-database.ts';
import { stateFault } from './state-fault.ts';
import { StateReader } from './state-reader.ts';
import { unwrittenBlocks } from './state-totals.ts';
import { stateTables } from './tables.ts';
import type { WorldState } from './types.ts';
import { createWorldState } from './world-state.ts';

const nodeTables = [stateTables.accountNodes, stateTables.entryNodes];

function commit(database: StateDatabase, change: (state: WorldState) => void): void {
  const state = createWorldState(database.head);
  change(state);
  database.commit(database.prepare(state.changes()), new Batch());
}

function addressAt(index: number): Address {
  return parseAddress(`0x${(index + 1).toString(16).padStart(40, '0')}`);
}

function nodeRows(reader: Reader) {
  return nodeTables.map((table) => [...reader.range(table)]);
}

function proofs(states: StateReader, height: number) {
  return someAddresses.map((address) => states.proof(address, someKeys, height));
}

/** A store with `blocks` blocks, each of which changes the same two accounts and an entry. */
function storeOf(blocks: number): { readonly store: Store; readonly database: StateDatabase } {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  for (let block = 0; block < blocks; block++) {
    commit(database, (state) => {
      state.mint(addressAt(0), 1n);
      state.setEntry(addressAt(1), '0x01', Uint8Array.of(block + 1));
      state.mint(addressAt(1), 1n);
    });
  }
  return { store, database };
}

test('nodes are written with the first block, then with every sixteenth', () => {
  const { store, database } = storeOf(1);
  for (let block = 1; block <= 40; block++) {
    const before = nodeRows(store);
    commit(database, (state) => state.mint(addressAt(0), 1n));
    const isWritten = block % 16 === 0;
    assert.equal(unwrittenBlocks(store), block % 16);
    if (isWritten) assert.notDeepEqual(nodeRows(store), before);
    else assert.deepEqual(nodeRows(store), before);
    assert.equal(stateFault(store), undefined);
  }
});

test('a block that changes many nodes writes them, and those of the blocks before', () => {
  const { store, database } = storeOf(4);
  assert.equal(unwrittenBlocks(store), 3);
  commit(database, (state) => {
    for (let index = 2; index < 1_000; index++) state.mint(addressAt(index), 1n);
  });
  assert.equal(unwrittenBlocks(store), 0);
  assert.equal(stateFault(store), undefined);
});

test('databases and readers that are opened at any block compute what is not written', () => {
  const blocks = fc.array(fc.array(anyAction, { maxLength: 4 }), { minLength: 17, maxLength: 40 });
  const run = (all: readonly (readonly Action[])[], pick: number) => {
    const store = createMemoryStore();
    let database = new StateDatabase(store);
    const reader = new StateReader(store);
    for (const [height, actions] of all.entries()) {
      commit(database, (state) => {
        for (const action of actions) applyAction(state, action);
      });
      reader.refresh();
      const expected = proofs(database, height);
      assert.deepEqual(proofs(reader, height), expected);
      assert.deepEqual(proofs(new StateReader(store), height), expected);
      assert.deepEqual(proofs(reader, height >> 1), proofs(database, height >> 1));
      if (height % 5 === pick % 5) database = new StateDatabase(store); // as after a crash
      if (height % 7 === 0) assert.equal(stateFault(store), undefined);
    }
    const height = pick % all.length;
    const before = proofs(database, height);
    const root = reader.transitionAfter(height, createWorldState(database.head).changes())?.totals.root;
    assert.ok(root);
    database.rewind(height, root, new Batch());
    assert.equal(unwrittenBlocks(store), 0);
    assert.deepEqual(proofs(database, height), before);
    assert.equal(stateFault(store), undefined);
  };
  fc.assert(fc.property(blocks, fc.nat(100), run), { numRuns: 25 });
});

test('a wrong, missing or superfluous node on disk is found, also when a newer one is not written yet', () => {
  const { store } = storeOf(5);
  assert.equal(unwrittenBlocks(store), 4);
  for (const table of nodeTables) {
    for (const [key, node] of [...store.range(table)]) {
      const wrong = node.slice();
      wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
      const put = (value: Uint8Array | undefined, at = key) => {
        const batch = new Batch();
        if (value === undefined) batch.remove(table, at);
        else batch.put(table, at, value);
        store.commit(batch);
      };
      put(wrong);
      assert.match(stateFault(store) ?? '', /tree node .* is wrong/);
      put(undefined);
      assert.match(stateFault(store) ?? '', /tree node/);
      put(node);
      const further = Buffer.concat([key, Buffer.from('0')]);
      put(node, further);
      assert.match(stateFault(store) ?? '', /tree node/);
      put(undefined, further);
      assert.equal(stateFault(store), undefined);
    }
  }
});

test('the nodes on disk of an account that is gone are those of an earlier block', () => {
  const { store, database } = storeOf(3);
  commit(database, (state) => state.setAccount(addressAt(1), undefined));
  assert.equal(unwrittenBlocks(store), 3);
  assert.equal(stateFault(store), undefined);
  assert.equal([...store.range(stateTables.entryNodes)].length, 1);
});
