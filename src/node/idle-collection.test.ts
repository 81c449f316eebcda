import assert from 'node:assert/strict';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { test } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { until } from '../testing/until.ts';
import { openIdleCollection } from './idle-collection.ts';

const megabyte = 1024 * 1024;
const heapUsed = () => process.memoryUsage().heapUsed / megabyte;

/** Megabytes that the young generation holds. */
const youngHeld = () =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0) / megabyte;

/** What Node reports of a collection. */
type CollectionEntry = PerformanceEntry & { readonly detail: { readonly kind: number; readonly flags: number } };

/** Fills 160 MB of the heap, and drops all of it. */
function makeGarbage(): number {
  const numbers = new Array<number>(20 * megabyte).fill(0.5);
  return numbers.length + heapUsed();
}

/** Has V8 enlarge the young generation: much of what is allocated lives on for a while. */
function growYoung(): number {
  const kept: object[] = [];
  for (let index = 0; index < 1_000_000; index++) kept.push({ index, text: `${index}` });
  return kept.length;
}

test('the garbage of a quiet process is collected', { timeout: 600_000 }, async (t) => {
  const before = heapUsed();
  const idle = openIdleCollection(20);
  t.after(() => idle.close());
  assert.ok(makeGarbage() > before + 100);
  await until(() => heapUsed() <= before + 40, 'a collection');
});

test('the young generation of a quiet process shrinks', { timeout: 600_000 }, async (t) => {
  const idle = openIdleCollection(20);
  t.after(() => idle.close());
  assert.equal(growYoung(), 1_000_000);
  assert.ok(youngHeld() >= 16, `${youngHeld()}`);
  await until(() => youngHeld() <= 6, 'a smaller young generation');
});

test('a large heap is collected with half of the pause', { timeout: 600_000 }, async (t) => {
  const collections: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as CollectionEntry[])
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections.push(detail.flags);
  });
  const kept = new Map(Array.from({ length: 1_000_000 }, (_, index) => [index, { index, text: `${index}` }]));
  const idle = openIdleCollection(20);
  t.after(() => idle.close());
  const before = heapUsed();
  assert.ok(before > 80, `${before}`);
  observer.observe({ entryTypes: ['gc'] });
  t.after(() => observer.disconnect());
  await until(async () => {
    assert.ok(makeGarbage() > before + 100);
    await until(() => heapUsed() <= before + 40, 'a collection'); // V8 may have done it by itself
    return collections.includes(constants.NODE_PERFORMANCE_GC_FLAGS_FORCED);
  }, 'a collection that was asked for');
  assert.ok(!collections.includes(constants.NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE));
  assert.equal(kept.size, 1_000_000);
});

test('buffers of a quiet process are collected, also when they were in use at the collection before', {
  timeout: 600_000,
}, async (t) => {
  const idle = openIdleCollection(20);
  t.after(() => idle.close());
  const buffersHeld = () => process.memoryUsage().arrayBuffers / megabyte;
  const before = buffersHeld();
  let held: Buffer[] | undefined = Array.from({ length: 200 }, () => Buffer.alloc(megabyte, 1));
  await until(() => buffersHeld() >= before + 200, 'the buffers to be counted');
  assert.equal(held.length, 200);
  held = undefined;
  await until(() => buffersHeld() <= before + 40, 'a collection of buffers');
});
