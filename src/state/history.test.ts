import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../primitives/address.ts';
import { runToEnd } from '../primitives/steps.ts';
import { Batch } from '../store/batch.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { accountHistoryKey, addressOf, entryHistoryKey, entryKeyOf } from './history-key.ts';
import { historySince, type Replaced, replacedValue, writeReplaced } from './replaced-values.ts';

const addressAt = (index: number) => parseAddress(`0x${index.toString(16).padStart(40, '0')}`);
const key = accountHistoryKey(addressAt(7));
/** As many accounts and entries as fill many rows, in their order. */
function manyValues(count: number): readonly Replaced[] {
  const values: Replaced[] = [];
  for (let index = 0; index < count; index++) {
    values.push([accountHistoryKey(addressAt(index)), new Uint8Array(index % 60).fill(index)]);
    for (const slot of ['0x', '0x00', `0x${'05'.padStart(64, '0')}`] as const) {
      values.push([entryHistoryKey(addressAt(index), slot), new Uint8Array(index % 40).fill(index + 1)]);
    }
  }
  return values;
}

test('every value that a block replaced is found, in one row or in many, and nothing else', () => {
  for (const count of [0, 1, 5, 2_000]) {
    const values = manyValues(count);
    const store = createMemoryStore();
    const batch = new Batch();
    runToEnd(writeReplaced(batch, 300, { minted: 5n, burned: 7n }, values));
    runToEnd(writeReplaced(batch, 301, { minted: 0n, burned: 0n }, values));
    store.commit(batch);
    for (const { value = new Uint8Array(0) } of batch.writes) assert.ok(value.length < 2_000);
    for (const [changed, value] of values) assert.deepEqual(replacedValue(store, 300, changed), value);
    for (const unknown of [accountHistoryKey(addressAt(count)), entryHistoryKey(addressAt(0), '0x01')]) {
      assert.throws(() => replacedValue(store, 300, unknown), /corrupt data/);
    }
    const [block, next] = [...historySince(store, 299, 301)];
    assert.deepEqual([block?.height, block?.minted, block?.burned, next?.height], [300, 5n, 7n, 301]);
    assert.deepEqual(block?.replaced, values);
  }
});

test('a value that fills a row by itself is found', () => {
  const store = createMemoryStore();
  const batch = new Batch();
  const large = new Uint8Array(5_000).fill(9);
  const values: readonly Replaced[] = [1, 2, 3].map((index) => [accountHistoryKey(addressAt(index)), large]);
  runToEnd(writeReplaced(batch, 1, { minted: 0n, burned: 0n }, values));
  store.commit(batch);
  for (const [changed] of values) assert.deepEqual(replacedValue(store, 1, changed), large);
});

test('a history key names its account and entry', () => {
  const entry = `0x00ff${'00'.repeat(200)}` as const;
  assert.equal(addressOf(key), addressAt(7));
  assert.equal(entryKeyOf(key), undefined);
  assert.deepEqual(
    [addressOf(entryHistoryKey(addressAt(9), entry)), entryKeyOf(entryHistoryKey(addressAt(9), entry))],
    [addressAt(9), entry],
  );
});
