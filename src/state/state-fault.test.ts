import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../primitives/address.ts';
import { Batch } from '../store/batch.ts';
import type { Reader, Store, Table } from '../store/contract.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { StateDatabase } from './state-database.ts';
import { stateFault } from './state-fault.ts';
import { tables } from './tables.ts';
import { createWorldState } from './world-state.ts';

function createStore(): Store {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  for (let block = 0; block < 3; block++) {
    const state = createWorldState(database.head);
    for (let i = 0; i < 20; i++) {
      const address = parseAddress(`0x${(i * i + 1).toString(16).padStart(40, '0')}`);
      state.mint(address, BigInt(block + 1));
      state.setEntry(address, i % 2 === 0 ? '0x01' : '0x0102', Uint8Array.of(block + 1));
      if (i === 0)
        state.setAccount(address, { nonce: 1n, balance: 1n, codeHash: state.addCode(Uint8Array.of(block + 1)) });
    }
    database.commit(database.prepare(state.changes()), new Batch());
  }
  return store;
}

const rowsOf = (reader: Reader, table: Table) => [...reader.range(table)];

/** Changes one row after the other and expects each of these to be noticed. */
function checkEveryRow(table: Table, pick: (reader: Reader) => readonly (readonly [Uint8Array, Uint8Array])[]): void {
  for (const [key, value] of pick(createStore())) {
    for (const damaged of [
      undefined,
      Uint8Array.from(value, (byte, at) => (at === value.length - 1 ? byte ^ 1 : byte)),
    ]) {
      const store = createStore();
      const batch = new Batch();
      if (damaged === undefined) batch.remove(table, key);
      else batch.put(table, key, damaged);
      store.commit(batch);
      assert.notEqual(faultOf(store), undefined, `table ${table}, key ${Buffer.from(key).toString('hex')}`);
    }
  }
}

/** A row that cannot even be decoded throws; that is noticed too. */
function faultOf(store: Store): string | undefined {
  try {
    return stateFault(store);
  } catch (error) {
    return String(error);
  }
}

test('a whole state has no fault', () => {
  assert.equal(stateFault(createStore()), undefined);
  assert.equal(stateFault(createMemoryStore()), undefined);
});

test('any account, entry, tree node or code that is missing or changed is noticed', () => {
  checkEveryRow(tables.accounts, (reader) => rowsOf(reader, tables.accounts));
  checkEveryRow(tables.entries, (reader) => rowsOf(reader, tables.entries));
  checkEveryRow(tables.accountNodes, (reader) => rowsOf(reader, tables.accountNodes));
  checkEveryRow(tables.entryNodes, (reader) => rowsOf(reader, tables.entryNodes));
  checkEveryRow(tables.code, (reader) => rowsOf(reader, tables.code).filter(([, code]) => code[0] === 3));
});

test('rows that should not be are noticed', () => {
  const stray = parseAddress(`0x${'77'.repeat(20)}`);
  const key = Buffer.from(stray.slice(2), 'hex');
  const strays = [
    [tables.entries, Buffer.concat([key, key])],
    [tables.entryNodes, Buffer.concat([key, Buffer.from('1')])],
    [tables.accountNodes, Buffer.from('0123')],
    [tables.changes, Buffer.from('0000000000000063', 'hex')],
  ] as const;
  for (const [table, at] of strays) {
    const store = createStore();
    const batch = new Batch();
    batch.put(table, at, Uint8Array.of(0xc0));
    store.commit(batch);
    assert.notEqual(faultOf(store), undefined, `table ${table}`);
  }
});

test('a block whose history is missing is noticed', () => {
  for (const table of [tables.accountHistory, tables.entryHistory]) {
    const store = createStore();
    const last = rowsOf(store, table).filter(([key]) => key.at(-1) === 2)[0];
    const batch = new Batch();
    batch.remove(table, last?.[0] ?? new Uint8Array(0));
    store.commit(batch);
    assert.match(stateFault(store) ?? '', /no history of block 2/);
  }
});
