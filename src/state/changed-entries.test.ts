import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Hex } from '../primitives/hex.ts';
import { ChangedEntries } from './changed-entries.ts';

const keyOf = (number: number): Hex =>
  `0x${(number % 3).toString().padStart(2, '0')}${number.toString(16).padStart(4, '0')}`;
const one = Uint8Array.of(1);
const two = Uint8Array.of(2);

/** What a list must be: all of the map, filtered and sorted. */
function expected({ values }: ChangedEntries, prefix: Hex, from: Hex) {
  const matching = [...values].filter(([key]) => key.startsWith(prefix) && key >= from);
  return matching.sort(([left], [right]) => (left < right ? -1 : 1));
}

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
    for (let at = 0; at < size; at++) undos.push(entries.set(keyOf(at * 7), one));
    for (const next of [...steps, { list: 0 }, { list: 700 }]) {
      if ('set' in next) undos.push(entries.set(keyOf(next.set), next.value));
      else if ('undo' in next) for (const undo of undos.splice(-next.undo).reverse()) undo();
      else {
        for (const prefix of ['0x', '0x00', '0x01', '0x02', '0x03'] as const) {
          const from: Hex = next.list === 0 ? prefix : keyOf(next.list);
          assert.deepEqual([...entries.list(prefix, from)], expected(entries, prefix, from));
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
  for (const [key, value] of entries.list('0x', '0x')) {
    shown.push([key, value]);
    entries.set(key, null);
    entries.set(keyOf(2_000 + shown.length), two);
  }
  assert.deepEqual(shown, before);
  assert.equal(entries.values.size, 2_000);
  assert.equal([...entries.list('0x', '0x')].length, 2_000);
});

test('everything undone leaves nothing, in one part and in many', () => {
  for (const size of [1, 256, 257, 5_000]) {
    const entries = new ChangedEntries(false);
    assert.deepEqual([...entries.list('0x', '0x')], []);
    const undos = Array.from({ length: size }, (_, at) => entries.set(keyOf(at), one));
    assert.equal([...entries.list('0x', '0x')].length, size);
    for (const undo of undos.reverse()) undo();
    assert.deepEqual([...entries.list('0x', '0x')], []);
    assert.equal(entries.values.size, 0);
  }
});

test('20,000 short lists among 50,000 changed entries, each after a change, show the change', () => {
  const entries = new ChangedEntries(false);
  for (let at = 0; at < 50_000; at++) entries.set(keyOf(at), one);
  for (let round = 0; round < 20_000; round++) {
    const key = keyOf((round * 7) % 50_000);
    entries.set(key, two);
    for (const first of entries.list('0x', key)) {
      assert.deepEqual(first, [key, two]);
      break;
    }
  }
});
