import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Address, parseAddress } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Reader, Store } from '../store/types.ts';
import { type Action, anyAction, applyAction, someAddresses, someKeys } from '../testing/chain/state-actions.ts';
import { StateDatabase } from './state-database.ts';
import { stateFault } from './state-fault.ts';
import { StateReader } from './state-reader.ts';
import { unwrittenBlocks } from './state-totals.ts';
import { stateTables } from './tables.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
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

/** Blocks that stay unwritten when those after a height are removed: where one of these has written, all is written again. */
function unwrittenAfterRewind(reader: Reader, head: number, height: number): number {
  return Math.max(0, height - (head - unwrittenBlocks(reader)));
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
    const left = unwrittenAfterRewind(store, database.totals.height, height);
    database.rewind(height, root, new Batch());
    assert.equal(unwrittenBlocks(store), left);
    assert.deepEqual(proofs(database, height), before);
    assert.equal(stateFault(store), undefined);
  };
  fc.assert(fc.property(blocks, fc.nat(100), run), { numRuns: 25 });
});

test('blocks, removals and openings in any order leave the proofs of each block, and rows that are whole', () => {
  const block = fc.array(anyAction, { maxLength: 4 });
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ block }) },
    { weight: 3, arbitrary: fc.record({ remove: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ remove: fc.nat(40) }) },
    { weight: 1, arbitrary: fc.record({ open: fc.constant(true) }) },
  );
  type Step = { readonly block?: readonly Action[]; readonly remove?: number; readonly open?: boolean };
  const run = (first: readonly (readonly Action[])[], steps: readonly Step[]) => {
    const store = createMemoryStore();
    let database = new StateDatabase(store);
    const reader = new StateReader(store);
    const known: { readonly root: Hash; readonly proofs: unknown }[] = [];
    const add = (actions: readonly Action[]) => {
      commit(database, (state) => {
        for (const action of actions) applyAction(state, action);
      });
      known.push({ root: database.totals.root, proofs: proofs(database, database.totals.height) });
    };
    for (const actions of first) add(actions);
    for (const { block, remove, open } of steps) {
      if (block !== undefined) add(block);
      if (open === true) database = new StateDatabase(store);
      if (remove !== undefined) {
        const height = Math.max(0, database.totals.height - remove);
        const left = unwrittenAfterRewind(store, database.totals.height, height);
        database.rewind(height, known[height]?.root ?? emptyTreeRoot, new Batch());
        known.length = height + 1;
        assert.equal(unwrittenBlocks(store), left);
      }
      reader.refresh();
      for (const states of [database, reader, new StateReader(store)]) {
        for (const height of [database.totals.height, database.totals.height >> 1])
          assert.deepEqual(proofs(states, height), known[height]?.proofs);
      }
      assert.equal(stateFault(store), undefined);
    }
  };
  const firsts = fc.array(block, { minLength: 1, maxLength: 20 });
  fc.assert(fc.property(firsts, fc.array(step, { minLength: 1, maxLength: 20 }), run), { numRuns: 10 });
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
