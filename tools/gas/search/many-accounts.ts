import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, parseAddress } from '#qord/primitives/address.ts';
import { emptyCodeHash } from '#qord/primitives/crypto/keccak.ts';
import { type Hash, parseHash } from '#qord/primitives/hash.ts';
import type { Hex } from '#qord/primitives/hex.ts';
import { emptyView } from '#qord/state/empty-view.ts';
import { treeKey } from '#qord/state/leaves.ts';
import { StateDatabase } from '#qord/state/state-database.ts';
import type { StateView, WorldState } from '#qord/state/types.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { Batch } from '#qord/store/batch.ts';
import { openLmdbStore } from '#qord/store/lmdb-store.ts';
import { contractAddress, loopAddress } from './search-code.ts';

/** So many accounts or slots, and so many codes, are written together: what that takes does not grow with the state. */
const perBlock = 20_000;
const codesPerBlock = 1_000;

/**
 * A state in a database of its own with accounts at the addresses 1 to `count`, and as many slots of the account that
 * runs the loops: what a loop reads by its counter. An empty state without a database when `count` is 0.
 */
export async function openManyAccounts(count: number): Promise<{ readonly base: StateView; close(): Promise<void> }> {
  if (count === 0) return { base: emptyView, close: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'qord-gas-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await writeManyAccounts(folder, count);
    const store = openLmdbStore(folder); // without what the first has cached
    const base = new StateDatabase(store).head;
    const close = async () => {
      await store.close();
      remove();
    };
    return { base, close };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Writes that state to a database in the folder. `codes`: of so many contracts, at the addresses of `contractAddress`;
 * `codeOf` returns the code of one. A million accounts, a million slots and 40,000 codes take some three minutes and 2 GB.
 */
export async function writeManyAccounts(
  folder: string,
  count: number,
  codes = 0,
  codeOf: (index: number) => Uint8Array = () => new Uint8Array(0),
): Promise<void> {
  const store = openLmdbStore(folder, { durable: false });
  const database = new StateDatabase(store);
  const account = { nonce: 1n, balance: 1n, codeHash: emptyCodeHash };
  const setSlot = (state: WorldState, key: Hash) => {
    state.setAccount(loopAddress, account);
    state.setEntry(loopAddress, key, Uint8Array.of(7));
  };
  inOrderOfTree(database, count, perBlock, numberedAddress, (state, address) => state.setAccount(address, account));
  inOrderOfTree(database, count, perBlock, numberedSlot, setSlot);
  inOrderOfTree(
    database,
    codes,
    codesPerBlock,
    (number) => contractAddress(number - 1),
    (state, address, number) => state.setAccount(address, { ...account, codeHash: state.addCode(codeOf(number - 1)) }),
  );
  await store.close();
}

/**
 * Sets something for each key of 1 to `count`, in blocks, each of which holds keys that are neighbours in the tree: then
 * a node of the tree is written once, instead of in each block.
 */
function inOrderOfTree<Key extends Hex>(
  database: StateDatabase,
  count: number,
  each: number,
  keyOf: (number: number) => Key,
  set: (state: WorldState, key: Key, number: number) => void,
): void {
  const places = Float64Array.from({ length: count }, (_, index) => placeInTree(keyOf(index + 1)));
  const numbers = Uint32Array.from({ length: count }, (_, index) => index + 1);
  numbers.sort((left, right) => (places[left - 1] ?? 0) - (places[right - 1] ?? 0));
  for (let first = 0; first < count; first += each) {
    const state = createWorldState(database.head);
    for (const number of numbers.subarray(first, first + each)) set(state, keyOf(number), number);
    database.commit(database.prepare(state.changes()), new Batch());
  }
}

/** The first 48 bits of the path in the tree. */
const placeInTree = (key: Hex) => Number.parseInt(treeKey(key).slice(0, 12), 16);

const numberedAddress = (number: number): Address => parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
const numberedSlot = (number: number): Hash => parseHash(`0x${number.toString(16).padStart(64, '0')}`);
