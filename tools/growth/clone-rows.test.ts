import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createModules } from '#qord/modules/index.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import { openModuleChain } from '#qord/testing/module-chain.ts';
import { prepareChain } from '../gas/prepared-chain/prepare.ts';
import { copyRows } from './copy-store.ts';
import { openGrowingChain } from './growing-chain.ts';
import { allGrowths } from './growth.ts';

test('a list that is read in pages goes through the copies of every kind once', () => {
  const preparation = prepareChain();
  const data = createMemoryStore();
  copyRows(preparation.store, data);
  const growing = openGrowingChain(preparation.genesis, data);
  const { number, timestamp } = growing.chain.reader.head();
  const due = { height: number + 10_000, time: timestamp + 1_000_000 };
  const kinds = ['rdk.rollup', 'rdk.rollup_by_creation'].flatMap((table) => allGrowths(preparation, table));
  for (const kind of kinds) growing.grow(kind, due, 60);
  const limit = 5_000;
  const { query } = openModuleChain(preparation.genesis, createModules(), data);
  const listed = query('qor_listRollups', { limit }) as readonly { rollup_id: string }[];
  const names = new Set(listed.map(({ rollup_id }) => rollup_id));
  assert.equal(names.size, listed.length);
  assert.ok(names.size > 100 && names.size < limit, `${names.size} rollups`);
});
