import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from './arrival.ts';
import { Arrivals } from './arrivals.ts';

/** Transactions of so many bytes each, all of one client unless `networks` names the client of each. */
function createArrivals(sizes: readonly number[], networks = '') {
  const arrivals = new Arrivals();
  const settled: number[] = [];
  const none = () => assert.fail('only what was decoded is settled');
  const rest = { resolve: none, reject: none, known: undefined, settle: undefined, next: undefined };
  const all = sizes.map(
    (size, index): Arrival => ({ raw: new Uint8Array(size).fill(1), network: networks[index] ?? '', ...rest }),
  );
  for (const arrival of all) arrivals.push(arrival);
  const decode = (arrival: Arrival) => {
    arrival.settle = () => void settled.push(all.indexOf(arrival));
    arrivals.noteDecoded(arrival);
  };
  return { arrivals, all, settled, decode };
}

const indexesIn = (all: readonly Arrival[], some: readonly Arrival[]) => some.map((each) => all.indexOf(each));

test('what is taken has at most so many transactions and bytes, one less, full, and one more', () => {
  for (const [sizes, count, bytes, taken] of [
    [[], 4, 100, 0],
    [[1, 1, 1], 4, 100, 3],
    [[1, 1, 1, 1], 4, 100, 4],
    [[1, 1, 1, 1, 1], 4, 100, 4],
    [[50, 49, 1], 4, 100, 3],
    [[50, 50, 1], 4, 100, 2],
    [[50, 51, 1], 4, 100, 1],
    [[99], 4, 100, 1],
    [[101, 1], 4, 100, 1],
    [[0, 0, 0, 0, 0], 4, 0, 4],
  ] as const) {
    const { arrivals, all } = createArrivals(sizes);
    assert.deepEqual(indexesIn(all, arrivals.take(count, bytes)), [...Array(taken).keys()]);
    assert.equal(arrivals.waiting, sizes.length - taken);
  }
});

test('whatever is taken and decoded in whatever order is settled in order of arrival', () => {
  const { arrivals, all, settled, decode } = createArrivals(Array.from({ length: 100 }, (_, index) => index));
  const batches: Arrival[][] = [];
  while (arrivals.waiting > 0) batches.push(arrivals.take(7, 300));
  assert.deepEqual(arrivals.take(7, 300), []);
  assert.deepEqual(indexesIn(all, batches.flat()), [...all.keys()]);
  for (const batch of batches.toReversed()) {
    for (const arrival of batch) decode(arrival);
    arrivals.settle(100);
    assert.deepEqual(settled, batch === batches[0] ? [...all.keys()] : []);
  }
  const [first] = all;
  assert.ok(first);
  const again = { ...first, settle: undefined, next: undefined };
  arrivals.push(again);
  assert.deepEqual([arrivals.waiting, arrivals.isSingle], [1, true], 'one that comes after the last is seen');
  assert.equal(arrivals.take(1, 1)[0], again);
});

test('so many are settled at once, one less, full, and one more', () => {
  for (const [decoded, count, settledFirst, isMore] of [
    [3, 4, 3, false],
    [4, 4, 4, false],
    [5, 4, 4, true],
    [9, 4, 4, true],
  ] as const) {
    const { arrivals, settled, decode } = createArrivals(Array(10).fill(1));
    for (const arrival of arrivals.take(decoded, 100)) decode(arrival);
    assert.equal(arrivals.settle(count), isMore);
    assert.equal(settled.length, settledFirst);
    while (arrivals.settle(count));
    assert.deepEqual(settled, [...Array(decoded).keys()]);
  }
});

test('what a settled transaction adds is kept', () => {
  const { arrivals, all } = createArrivals([1]);
  const [first] = all;
  assert.ok(first);
  const later = { ...first };
  arrivals.take(1, 1);
  first.settle = () => arrivals.push(later);
  arrivals.noteDecoded(first);
  arrivals.settle(100);
  assert.equal(arrivals.take(1, 1)[0], later);
});

test('clients have turns, each with its own in order, also when others are not decoded', () => {
  const { arrivals, all, settled, decode } = createArrivals(Array(8).fill(1), 'aaaaabbc');
  const batches = [arrivals.take(4, 100), arrivals.take(3, 100), arrivals.take(9, 100)];
  assert.deepEqual(
    batches.map((batch) => indexesIn(all, batch)),
    [[0, 5, 7, 1], [6, 2, 3], [4]],
  );
  for (const arrival of batches[1] ?? []) decode(arrival);
  arrivals.settle(100);
  assert.deepEqual(settled, [], 'the first of each is not decoded');
  for (const arrival of batches[0] ?? []) decode(arrival);
  assert.ok(arrivals.settle(5));
  assert.ok(!arrivals.settle(2));
  assert.deepEqual(settled, [0, 5, 7, 1, 6, 2, 3]);
  assert.equal(arrivals.isSingle, false, 'the last is decoded by somebody');
  for (const arrival of batches[2] ?? []) decode(arrival);
  arrivals.settle(1);
  assert.equal(settled.at(-1), 4);
});

test('one that is too large for a batch keeps its turn', () => {
  const { arrivals, all } = createArrivals([60, 10, 50, 10], 'aabb');
  assert.deepEqual(indexesIn(all, arrivals.take(4, 100)), [0]);
  assert.deepEqual(indexesIn(all, arrivals.take(4, 100)), [2, 1, 3]);
});
