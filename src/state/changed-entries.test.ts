import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Hex } from '../primitives/hex.ts';
import { ChangedEntries } from './changed-entries.ts';

const keyOf = (number: number): Hex =>
  `0x${(number % 3).toString().padStart(2, '0')}${number.toString(16).padStart(4, '0')}`;
const one = Uint8Array.of(1);
const two = Uint8Array.of(2);

type Entries = ReadonlyMap<Hex, Uint8Array | null>;

/** What a list must be: all of what is under them and of them, filtered and sorted. */
function expected({ values }: { readonly values: Entries }, prefix: Hex, from: Hex, under: Entries = new Map()) {
  const matching = [...under, ...values].filter(([key]) => key.startsWith(prefix) && key >= from);
  const there = [...new Map(matching)].filter(([, value]) => value !== null);
  return there.sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Sets an entry and returns what undoes it. */
function set(entries: ChangedEntries, key: Hex, value: Uint8Array | null): () => void {
  const before = entries.values.get(key);
  entries.set(key, value);
  return () => entries.set(key, before);
}

const listOf = (entries: ChangedEntries, prefix: Hex, from: Hex, read: (from: Hex) => Iterable<Row> = () => []) =>
  entries.listOver(read, 0, prefix, from);
type Row = readonly [key: Hex, value: Uint8Array];

test('a list is what is set, in order, after any changes and undone ones, around the size of a part', () => {
  const number = fc.nat(1_500);
  const step = fc.oneof(
    fc.record({ set: number, value: fc.constantFrom(one, two, null) }),
    fc.record({ undo: fc.nat(20) }),
    fc.record({ list: number }),
  );
  const property = fc.property(fc.constantFrom(0, 127, 128, 129, 255, 256, 257, 600), fc.array(step), (size, steps) => {
    const entries = new ChangedEntries(false);
    const undos: (() => void)[] = [];
    for (let at = 0; at < size; at++) undos.push(set(entries, keyOf(at * 7), one));
    for (const next of [...steps, { list: 0 }, { list: 700 }]) {
      if ('set' in next) undos.push(set(entries, keyOf(next.set), next.value));
      else if ('undo' in next) for (const undo of undos.splice(-next.undo).reverse()) undo();
      else {
        for (const prefix of ['0x', '0x00', '0x01', '0x02', '0x03'] as const) {
          const from: Hex = next.list === 0 ? prefix : keyOf(next.list);
          assert.deepEqual([...listOf(entries, prefix, from)], expected(entries, prefix, from));
        }
      }
    }
  });
  fc.assert(property, { numRuns: 200 });
});

test('a list that has begun shows what was set by then', () => {
  const entries = new ChangedEntries(false);
  for (let at = 0; at < 1_000; at++) entries.set(keyOf(at), one);
  const before = expected(entries, '0x', '0x');
  const shown = [];
  for (const [key, value] of listOf(entries, '0x', '0x')) {
    shown.push([key, value]);
    entries.set(key, null);
    entries.set(keyOf(2_000 + shown.length), two);
  }
  assert.deepEqual(shown, before);
  assert.equal(entries.values.size, 2_000);
  assert.equal([...listOf(entries, '0x', '0x')].length, 1_000);
});

test('everything undone leaves nothing, in one part and in many', () => {
  for (const size of [1, 256, 257, 5_000]) {
    const entries = new ChangedEntries(false);
    assert.deepEqual([...listOf(entries, '0x', '0x')], []);
    const undos = Array.from({ length: size }, (_, at) => set(entries, keyOf(at), one));
    assert.equal([...listOf(entries, '0x', '0x')].length, size);
    for (const undo of undos.reverse()) undo();
    assert.deepEqual([...listOf(entries, '0x', '0x')], []);
    assert.equal(entries.values.size, 0);
  }
});

test('20,000 short lists among 50,000 changed entries, each after a change, show the change', () => {
  const entries = new ChangedEntries(false);
  for (let at = 0; at < 50_000; at++) entries.set(keyOf(at), one);
  for (let round = 0; round < 20_000; round++) {
    const key = keyOf((round * 7) % 50_000);
    entries.set(key, two);
    for (const first of listOf(entries, '0x', key)) {
      assert.deepEqual(first, [key, two]);
      break;
    }
  }
});

test('a list over others is what is set and not removed, whatever was listed before, also while it continues', () => {
  const number = fc.nat(400);
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ remove: number, length: fc.nat(60) }) },
    fc.record({ set: number }),
    fc.record({ undo: fc.nat(80) }),
    fc.record({ list: number, stopAt: fc.nat(4), setting: number }),
  );
  const under = new Map(Array.from({ length: 400 }, (_, at) => [keyOf(at * 3), one] as const));
  const rows = [...under].sort(([left], [right]) => (left < right ? -1 : 1));
  const property = fc.property(fc.array(step, { minLength: 5 }), (steps) => {
    const entries = new ChangedEntries(false);
    const undos: (() => void)[] = [];
    for (const next of [...steps, { list: 0, stopAt: 4, setting: 1 }]) {
      if ('remove' in next) {
        const removed = rows.slice(next.remove, next.remove + next.length);
        for (const [key] of removed) undos.push(set(entries, key, null));
      } else if ('set' in next) undos.push(set(entries, rows[next.set % 400]?.[0] ?? '0x00', two));
      else if ('undo' in next) for (const undo of undos.splice(-next.undo).reverse()) undo();
      else {
        for (const prefix of ['0x', '0x01', '0x02'] as const) {
          const from: Hex = next.list === 0 ? prefix : keyOf(next.list);
          const wanted = expected(entries, prefix, from, under);
          const read = (start: Hex) => rows.filter(([key]) => key.startsWith(prefix) && key >= start);
          const shown: unknown[] = [];
          for (const row of listOf(entries, prefix, from, read)) {
            shown.push(row);
            if (shown.length === 3) undos.push(set(entries, rows[next.setting % 400]?.[0] ?? '0x00', two));
            if (shown.length === next.stopAt) break;
          }
          assert.deepEqual(shown, wanted.slice(0, next.stopAt === 0 ? wanted.length : next.stopAt));
        }
      }
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('what is removed is read once, however often it is listed and while more is removed', () => {
  const size = 2_000;
  const rows = Array.from({ length: size }, (_, at): Row => [keyOf(at * 3), one]);
  let reads = 0;
  const read = function* (start: Hex): Iterable<Row> {
    for (let at = rows.findIndex(([key]) => key >= start); at >= 0 && at < size; at++) {
      reads++;
      yield rows[at] as Row;
    }
  };
  const entries = new ChangedEntries(false);
  const firstOf = () => [...firstOnly(listOf(entries, '0x00', '0x00', read))][0];
  for (const [at, [key]] of rows.entries()) {
    entries.set(key, null);
    assert.deepEqual(firstOf(), rows[at + 1]);
  }
  // each list reads what follows the gap, and at most three that are not in it yet
  assert.ok(reads <= size * 5, `${reads} reads`);
  reads = 0;
  for (let round = 0; round < 100; round++) assert.equal(firstOf(), undefined);
  assert.equal(reads, 0, 'of what is removed');
  entries.set(keyOf(3 * 700), two);
  for (let round = 0; round < 100; round++) assert.deepEqual(firstOf(), [keyOf(3 * 700), two]);
  assert.ok(reads <= 500, `${reads} reads around what is set again`);
  set(entries, keyOf(3 * 50), two)();
  assert.deepEqual(firstOf(), [keyOf(3 * 700), two], 'what is undone is removed again');
});

test('gaps are forgotten when what is under them is another state', () => {
  const entries = new ChangedEntries(false);
  const removed = Array.from({ length: 9 }, (_, at): Row => [keyOf(at * 3), one]);
  for (const [key] of removed) entries.set(key, null);
  assert.deepEqual([...entries.listOver(() => removed, 1, '0x00', '0x00')], []);
  const between: Row = [keyOf(3).replace(/3$/, '4') as Hex, two];
  const others = (start: Hex) =>
    [...removed, between].sort(([a], [b]) => (a < b ? -1 : 1)).filter(([key]) => key >= start);
  assert.deepEqual([...entries.listOver(others, 2, '0x00', '0x00')], [between]);
});

function* firstOnly<T>(rows: Iterable<T>): Iterable<T> {
  for (const row of rows) {
    yield row;
    return;
  }
}
