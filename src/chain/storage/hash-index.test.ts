import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, parseHash } from '../../primitives/hash.ts';
import { runToEnd } from '../../primitives/steps.ts';
import { Batch } from '../../store/batch.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/types.ts';
import { contracts, fillGenesis, signed } from '../../testing/evm-interface.ts';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { type HashPosition, hashIndexSize, indexHashes, positionsOf, unindexHashes } from './hash-index.ts';
import { chainTables } from './tables.ts';

const hashAt = (number: number): Hash => keccakHash(Buffer.from(String(number)));
/** Hashes that differ in their last digits only. */
const alike = (number: number): Hash => parseHash(`0x${'c0de'.repeat(12)}${number.toString(16).padStart(16, '0')}`);

function add(store: Store, hashes: readonly (readonly [Hash, HashPosition])[]): void {
  const batch = new Batch();
  runToEnd(indexHashes(store, batch, hashes));
  store.commit(batch);
}

function remove(store: Store, fromHeight: number, hashes: readonly Hash[]): void {
  const batch = new Batch();
  unindexHashes(store, batch, fromHeight, hashes);
  store.commit(batch);
}

/** A block and its transactions. */
const blockOf = (height: number, transactions: number, hash = hashAt): (readonly [Hash, HashPosition])[] =>
  Array.from({ length: transactions + 1 }, (_, at) => [
    hash(height * 10_000 + at),
    { height, index: at === 0 ? undefined : at - 1 },
  ]);

test('every hash is found at its position, whatever the number is guessed to be, and no other hash', () => {
  const store = createMemoryStore();
  const blocks = [1, 300, 2, 9_000, 1, 4_000].map((transactions, at) => blockOf(at * 100_000, transactions));
  for (const block of blocks) add(store, block);
  const all = blocks.flat();
  assert.equal(hashIndexSize(store), all.length);
  for (const [hash, position] of all) {
    for (const total of [0, all.length, 100 * all.length]) {
      assert.deepEqual(positionsOf(store, hash, total), [position]);
    }
  }
  for (let other = 1; other < 1_000; other++) assert.deepEqual(positionsOf(store, hashAt(-other), all.length), []);
  const rows = [...store.range(chainTables.hashIndex)];
  assert.ok(rows.every(([, row]) => row.length <= 600));
  assert.ok(rows.reduce((sum, [key, row]) => sum + key.length + row.length + 10, 0) < 12 * all.length);
});

test('hashes that begin alike share an entry each, in buckets that cannot be divided', () => {
  const store = createMemoryStore();
  const count = 200;
  const hashes = Array.from({ length: count }, (_, at) => [alike(at), { height: at, index: at % 3 }] as const);
  for (const each of hashes) add(store, [each]);
  const positions = hashes.map(([, position]) => position);
  assert.deepEqual(positionsOf(store, alike(77_777), count), positions);
  assert.deepEqual(positionsOf(store, hashAt(1), count), []);
  remove(
    store,
    50,
    hashes.map(([hash]) => hash),
  );
  assert.deepEqual(positionsOf(store, alike(0), count), positions.slice(0, 50));
});

test('what is removed is not found, and the rest is', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 12 }), fc.nat(12), (sizes, from) => {
      const store = createMemoryStore();
      const blocks = sizes.map((transactions, height) => blockOf(height, transactions));
      for (const block of blocks) add(store, block);
      const removed = blocks.slice(from).flat();
      remove(
        store,
        from,
        removed.map(([hash]) => hash),
      );
      const kept = blocks.slice(0, from).flat();
      assert.equal(hashIndexSize(store), kept.length);
      for (const [hash] of removed) assert.deepEqual(positionsOf(store, hash, kept.length), []);
      for (const [hash, position] of kept) assert.deepEqual(positionsOf(store, hash, kept.length), [position]);
      add(store, removed);
      for (const [hash, position] of removed) assert.deepEqual(positionsOf(store, hash, 0), [position]);
    }),
    { numRuns: 40 },
  );
});

test('a chain tells hashes that begin alike apart', () => {
  const store = createMemoryStore();
  const { chain, mine } = createMemoryChain(fillGenesis, { store });
  const { block } = mine([signed({ nonce: 0n, to: contracts.logger }), signed({ nonce: 1n, value: 7n })]);
  mine();
  const [first, second] = block.transactions.map(({ hash }) => hash);
  assert.ok(first !== undefined && second !== undefined);
  const likeSecond = parseHash(`${second.slice(0, 12)}${'00'.repeat(27)}`);
  const likeBlock = parseHash(`${block.header.hash.slice(0, 12)}${'00'.repeat(27)}`);
  // As if other transactions and blocks with hashes like these had been there before and after.
  for (const position of [
    { height: 1, index: 0 },
    { height: 2, index: undefined },
    { height: 1, index: undefined },
  ]) {
    add(store, [[likeSecond, position]]);
    add(store, [[likeBlock, position]]);
  }
  for (const { reader } of [chain, createMemoryChain(fillGenesis, { store })]) {
    assert.deepEqual(reader.locate(first), { height: 1, index: 0 });
    assert.deepEqual(reader.locate(second), { height: 1, index: 1 });
    assert.equal(reader.locate(likeSecond), undefined);
    assert.equal(reader.locate(block.header.hash), undefined);
    assert.equal(reader.heightOf(block.header.hash), 1);
    assert.equal(reader.heightOf(likeBlock), undefined);
    assert.equal(reader.heightOf(second), undefined);
  }
});
