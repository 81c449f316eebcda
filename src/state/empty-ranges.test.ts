import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleAddress } from '../kernel/module-address.ts';
import { fromHex } from '../primitives/hex.ts';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';
import { StateDatabase } from './state-database.ts';
import type { WorldState } from './types.ts';
import { createWorldState } from './world-state.ts';

const owner = moduleAddress(0x0900);
const other = moduleAddress(0x0901);

/** A database, a function that commits a block of changes, and the number of searches in the store. */
function open() {
  const stored = createMemoryStore();
  let searches = 0;
  const range: Store['range'] = (table, options) => {
    searches++;
    return stored.range(table, options);
  };
  const states = new StateDatabase({ ...stored, range });
  const commit = (change: (state: WorldState) => void) => {
    const state = createWorldState(states.head);
    change(state);
    states.commit(states.prepare(state.changes()), new Batch());
  };
  commit(() => {});
  return { states, commit, searches: () => searches };
}

test('a range that was found empty is not searched again, until an entry is set in it', () => {
  const { states, commit, searches } = open();
  const keys = (prefix: `0x${string}`) => [...states.head.entries(owner, prefix)].map(([key]) => key);
  assert.deepEqual(keys('0x05'), []);
  const before = searches();
  assert.deepEqual(keys('0x05'), []);
  assert.equal(searches(), before);
  commit((state) => {
    state.setEntry(owner, '0x0600', fromHex('0x01'));
    state.setEntry(other, '0x0500', fromHex('0x01'));
  });
  assert.deepEqual(keys('0x05'), []);
  commit((state) => state.setEntry(owner, '0x05aa', fromHex('0x01')));
  const { root } = states.totals;
  assert.deepEqual(keys('0x05'), ['0x05aa']);
  assert.deepEqual(keys('0x'), ['0x05aa', '0x0600']);
  commit((state) => state.setEntry(owner, '0x05aa', undefined));
  assert.deepEqual(keys('0x05'), []);
  states.rewind(2, root, new Batch());
  assert.deepEqual(keys('0x05'), ['0x05aa']);
});

test('a search that begins after the first key of a range says nothing about the range', () => {
  const { states, commit } = open();
  commit((state) => state.setEntry(owner, '0x0501', fromHex('0x01')));
  assert.deepEqual([...states.head.entries(owner, '0x05', '0x0502')], []);
  assert.equal([...states.head.entries(owner, '0x05')].length, 1);
});

test('ranges of any number of owners can be looked at', () => {
  const { states, commit } = open();
  for (let at = 0; at < 3_000; at++) assert.equal([...states.head.entries(moduleAddress(at), '0x07')].length, 0);
  commit((state) => state.setEntry(moduleAddress(1), '0x0701', fromHex('0x01')));
  assert.equal([...states.head.entries(moduleAddress(1), '0x07')].length, 1);
});
