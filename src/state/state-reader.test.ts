import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyMerkleProof } from '@ethereumjs/mpt';
import fc from 'fast-check';
import { parseAddress } from '../primitives/address.ts';
import { keccak256 } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import { fromHex, type Hex } from '../primitives/hex.ts';
import { encodeRlp, rlpInteger } from '../primitives/rlp.ts';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { act, anyAction, someAddresses, someKeys } from '../testing/state-actions.ts';
import { ProofTooOldError, type StateProof } from './proof.ts';
import { StateDatabase } from './state-database.ts';
import { defaultStateLimits, StateReader } from './state-reader.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import { createWorldState, type JournaledState } from './world-state.ts';

/** What another implementation reads out of a proof, after it checked every hash up to the root. */
async function provenValue(root: Hash, key: Hex, nodes: readonly Uint8Array[]): Promise<Uint8Array | undefined> {
  if (root === emptyTreeRoot) {
    assert.equal(nodes.length, 0);
    return undefined;
  }
  assert.deepEqual(keccak256(nodes[0] ?? new Uint8Array(0)), fromHex(root));
  const value = await verifyMerkleProof(keccak256(fromHex(key)), [...nodes]);
  return value === null ? undefined : value;
}

async function checkProof(root: Hash, address: Hex, proof: StateProof): Promise<void> {
  const { account, storageRoot } = proof;
  const leaf =
    account &&
    encodeRlp([
      rlpInteger(account.nonce),
      rlpInteger(account.balance),
      fromHex(storageRoot),
      fromHex(account.codeHash),
    ]);
  assert.deepEqual(await provenValue(root, address, proof.nodes), leaf);
  for (const { key, value, nodes } of proof.entries) {
    assert.deepEqual(await provenValue(storageRoot, key, nodes), value && encodeRlp(value));
  }
}

function commit(database: StateDatabase, change: (state: JournaledState) => void): void {
  const state = createWorldState(database.head);
  change(state);
  database.commit(database.prepare(state.changes()), new Batch());
}

test('every account and entry, present or not, is proven at every height', async () => {
  const blocks = fc.array(fc.array(anyAction, { maxLength: 12 }), { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(blocks, async (actions) => {
    const database = new StateDatabase(createMemoryStore());
    const roots: Hash[] = [];
    for (const block of actions) {
      commit(database, (state) => block.forEach((action) => void act(state, action)));
      roots.push(database.totals.root);
    }
    for (const [height, root] of roots.entries()) {
      for (const address of someAddresses) {
        const proof = database.proof(address, someKeys, height);
        assert.ok(proof);
        const view = database.at(height);
        assert.deepEqual(proof.account, view?.account(address));
        for (const { key, value } of proof.entries) assert.deepEqual(value, view?.entry(address, key));
        await checkProof(root, address, proof);
      }
    }
  });
  await fc.assert(property, { numRuns: 40 });
});

const addressOf = (i: number) => parseAddress(`0x${i.toString(16).padStart(40, '0')}`);
const keyOf = (i: number): Hex => `0x${i.toString(16).padStart(64, '0')}`;

/** A token with a thousand holders, of whom some are paid in each of ten blocks. */
function createBusyDatabase(limit = defaultStateLimits.proofChanges): { database: StateDatabase; roots: Hash[] } {
  const database = new StateDatabase(createMemoryStore(), { ...defaultStateLimits, proofChanges: limit });
  const roots: Hash[] = [];
  for (let block = 0; block < 10; block++) {
    commit(database, (state) => {
      for (let i = block === 0 ? 0 : 950; i < 1_000; i++) {
        state.mint(addressOf(i), BigInt(1 + block));
        state.setEntry(addressOf(1), keyOf(i), Uint8Array.of(1 + block));
      }
    });
    roots.push(database.totals.root);
  }
  return { database, roots };
}

test('a deep tree is proven at its head and at old heights', async () => {
  const { database, roots } = createBusyDatabase();
  for (const [height, root] of roots.entries()) {
    const proof = database.proof(addressOf(1), [keyOf(999), keyOf(3), keyOf(5_000)], height);
    assert.ok(proof && proof.nodes.length >= 3);
    assert.deepEqual(
      proof.entries.map(({ value }) => value?.[0]),
      [1 + height, 1, undefined],
    );
    await checkProof(root, addressOf(1), proof);
    const absent = database.proof(addressOf(5_000), [keyOf(1)], height);
    assert.ok(absent && absent.account === undefined);
    await checkProof(root, addressOf(5_000), absent);
  }
  assert.equal(database.proof(addressOf(1), [], 10), undefined);
});

test('a proof behind more changes than the limit is refused, and says so', () => {
  const { database } = createBusyDatabase(40);
  assert.throws(
    () => database.proof(addressOf(1), [], 8),
    (error: unknown) => error instanceof ProofTooOldError && error.height === 8,
  );
  assert.ok(database.proof(addressOf(1), [], 9));
});

test('a reader beside the one that commits sees the new head after a refresh', () => {
  const store = createMemoryStore();
  const database = new StateDatabase(store);
  commit(database, (state) => state.mint(addressOf(1), 1n));
  const reader = new StateReader(store);
  assert.equal(reader.head.account(addressOf(1))?.balance, 1n);
  const { version } = reader.head;
  commit(database, (state) => state.mint(addressOf(1), 1n));
  reader.refresh();
  assert.equal(reader.head.account(addressOf(1))?.balance, 2n);
  assert.equal(reader.at(0)?.account(addressOf(1))?.balance, 1n);
  assert.deepEqual(reader.totals, database.totals);
  assert.ok(reader.head.version > version);
});
