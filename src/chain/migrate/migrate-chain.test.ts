import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allAccounts } from '../../state/all-accounts.ts';
import { Batch } from '../../store/batch.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/types.ts';
import { chainReadings } from '../../testing/migration/chain-readings.ts';
import { oldReadings, oldRows } from '../../testing/migration/old-rows.ts';
import { ChainError } from '../chain-error.ts';
import { openChainReader } from '../open-chain.ts';
import { blockParts, partKey } from '../storage/block-parts.ts';
import { chainTables } from '../storage/tables.ts';
import { verifyChain } from '../verify/verify-chain.ts';
import { migrateChain } from './migrate-chain.ts';

const noProgress = () => {};

function storeWith(rows: Batch): Store {
  const store = createMemoryStore();
  store.commit(rows);
  return store;
}

/** All rows, as text. */
function contentOf(store: Store): readonly string[] {
  const rows: string[] = [];
  for (let table = 1; table <= chainTables.blocks; table++)
    for (const [key, value] of store.range(table)) rows.push(`${table} ${Buffer.from(key).toString('hex')} ${value}`);
  return rows;
}

test('a converted chain is intact, and every read of it is what the version that wrote it read', () => {
  const target = createMemoryStore();
  migrateChain(storeWith(oldRows()), target, noProgress);
  assert.deepEqual(verifyChain(target, false, noProgress), []);
  const accounts = [...allAccounts(target)].map(([address]) => address);
  assert.ok(accounts.length > 100);
  assert.deepEqual(chainReadings(openChainReader(target), accounts), oldReadings);
});

test('the chain of a fork is converted from its first block, which has the height after its origin', () => {
  const target = createMemoryStore();
  migrateChain(storeWith(oldRows('fork')), target, noProgress);
  assert.deepEqual(verifyChain(target, false, noProgress), []);
  const chain = openChainReader(target);
  const { genesisHeight } = chain.identity;
  const head = chain.head().number;
  assert.deepEqual([genesisHeight, head], [9, 16]);
  assert.equal(chain.header(genesisHeight - 1), undefined);
  for (let height = genesisHeight + 1; height <= head; height++)
    assert.equal(chain.header(height)?.parentHash, chain.hashOf(height - 1));
  assert.equal(chain.transactionTotal(), 8);
});

test('a conversion that ends after any commit continues there, with the same result', () => {
  const source = storeWith(oldRows());
  const whole = createMemoryStore();
  let commits = 0;
  migrateChain(
    source,
    counting(whole, () => commits++),
    noProgress,
    1_000,
  );
  assert.ok(commits > 50, `${commits} commits`);
  for (let last = 1; last < commits; last++) {
    const target = createMemoryStore();
    let left = last;
    const ending = counting(target, () => {
      if (left-- === 0) throw new Error('killed');
    });
    assert.throws(() => migrateChain(source, ending, noProgress, 1_000), /killed/);
    let more = 0;
    migrateChain(
      source,
      counting(target, () => more++),
      noProgress,
      1_000,
    );
    assert.ok(last + more <= commits + 1, `${last} commits, then ${more}`);
    assert.deepEqual(contentOf(target), contentOf(whole));
  }
});

function counting(store: Store, onCommit: () => void): Store {
  return {
    ...store,
    commit: (batch) => {
      onCommit();
      store.commit(batch);
    },
  };
}

test('a block that is damaged or missing is named, and nothing is taken for converted', () => {
  const header = partKey(9, blockParts.header);
  for (const change of [
    (batch: Batch) => batch.remove(chainTables.blocks, header),
    (batch: Batch, row: Uint8Array) => batch.put(chainTables.blocks, header, row.with(70, (row[70] ?? 0) ^ 1)),
  ]) {
    const source = storeWith(oldRows());
    const batch = new Batch();
    change(batch, source.get(chainTables.blocks, header) ?? assert.fail());
    source.commit(batch);
    const target = createMemoryStore();
    assert.throws(() => migrateChain(source, target, noProgress), ChainError);
    assert.throws(() => openChainReader(target), ChainError);
  }
});
