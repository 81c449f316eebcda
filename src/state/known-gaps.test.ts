import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Hex, toHex } from '../primitives/hex.ts';
import { KnownGaps, keyAfter } from './known-gaps.ts';

/** Keys of different lengths; some begin with others. */
const keys: readonly Hex[] = Array.from({ length: 64 }, (_, at) => toHex(Uint8Array.of(at >> 4)))
  .flatMap((key, at) => [key, toHex(Uint8Array.of(at >> 4, at & 15)), keyAfter(keyAfter(key))])
  .sort();

test('gaps are the keys that were added and not taken out since', () => {
  const key = fc.nat(keys.length - 1).map((at) => keys[at] as Hex);
  const step = fc.oneof(fc.record({ from: key, end: key }), fc.record({ set: key }));
  const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
    let gaps = KnownGaps.none;
    let inGap = new Set<Hex>();
    for (const next of steps) {
      const before = gaps;
      const ends = keys.map((each) => before.endOf(each));
      if ('set' in next) {
        gaps = gaps.without(next.set);
        inGap.delete(next.set);
      } else if (next.from < next.end) {
        gaps = gaps.with(next.from, next.end);
        inGap = new Set([...inGap, ...keys.filter((each) => each >= next.from && each < next.end)]);
      }
      assert.deepEqual(
        keys.map((each) => before.endOf(each)),
        ends,
        'what a list has keeps as it was',
      );
      for (const each of keys) {
        const end = gaps.endOf(each);
        assert.equal(end !== undefined, inGap.has(each), each);
        if (end !== undefined) assert.ok(keys.every((other) => other < each || other >= end || inGap.has(other)));
      }
    }
  });
  fc.assert(property, { numRuns: 300 });
});

test('ranges that touch are one gap', () => {
  const gaps = KnownGaps.none.with('0x01', '0x02').with('0x03', '0x04').with('0x02', '0x03');
  assert.equal(gaps.endOf('0x01'), '0x04');
  assert.equal(gaps.endOf('0x04'), undefined);
});

test('1,024 gaps are remembered; one more, and only what is newest is', () => {
  const rangeAt = (at: number): [Hex, Hex] => [
    toHex(Uint8Array.of(at >> 8, at & 255, 0)),
    toHex(Uint8Array.of(at >> 8, at & 255, 1)),
  ];
  let gaps = KnownGaps.none;
  for (let at = 0; at < 1_024; at++) gaps = gaps.with(...rangeAt(at));
  for (const at of [0, 511, 1_023]) assert.equal(gaps.endOf(rangeAt(at)[0]), rangeAt(at)[1]);
  const more = gaps.with(...rangeAt(1_024));
  assert.equal(more.endOf(rangeAt(0)[0]), undefined);
  assert.equal(more.endOf(rangeAt(1_024)[0]), rangeAt(1_024)[1]);
  const [from, end] = rangeAt(7);
  const divided = gaps.with(from, toHex(Uint8Array.of(0, 7, 9))).without(toHex(Uint8Array.of(0, 7, 3)));
  assert.equal(divided.endOf(from), undefined, 'a change that would leave 1,025 forgets all');
  assert.equal(gaps.without(from).endOf(from), undefined);
  assert.equal(gaps.without(from).endOf(keyAfter(from)), end);
});
