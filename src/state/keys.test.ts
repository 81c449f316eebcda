import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { concatBytes } from '../primitives/bytes.ts';
import { type Hex, toHex } from '../primitives/hex.ts';
import {
  behindPrefix,
  fromSortableKey,
  heightAtEnd,
  heightKey,
  historyKey,
  sortableKey,
  sortablePrefix,
} from './keys.ts';

const part = fc.constantFrom('00', '01', '7f', 'fe', 'ff');
const key = fc.array(part, { maxLength: 6 }).map((parts): Hex => `0x${parts.join('')}`);
const sign = (left: Hex, right: Hex) =>
  Math.sign(Buffer.compare(Buffer.from(left.slice(2), 'hex'), Buffer.from(right.slice(2), 'hex')));

test('sortable keys keep the order of keys, whatever follows them', () => {
  const tail = fc.uint8Array({ maxLength: 9 });
  const property = fc.property(key, key, tail, tail, (left, right, leftTail, rightTail) => {
    fc.pre(left !== right);
    const [a, b] = [concatBytes(sortableKey(left), leftTail), concatBytes(sortableKey(right), rightTail)];
    assert.equal(Math.sign(Buffer.compare(a, b)), sign(left, right));
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('a sortable key is read back, whatever follows it', () => {
  const property = fc.property(key, fc.nat(), (original, height) => {
    assert.equal(fromSortableKey(historyKey(sortableKey(original), height)), original);
  });
  fc.assert(property);
});

test('exactly the keys with a prefix have its sortable form in front', () => {
  const property = fc.property(key, key, (longer, prefix) => {
    const starts = toHex(sortableKey(longer)).startsWith(toHex(sortablePrefix(prefix)));
    assert.equal(starts, longer.startsWith(prefix));
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('behind a prefix come only keys without it', () => {
  assert.deepEqual(behindPrefix(Uint8Array.of(1, 2)), Uint8Array.of(1, 3));
  assert.deepEqual(behindPrefix(Uint8Array.of(1, 255, 255)), Uint8Array.of(2));
  assert.equal(behindPrefix(Uint8Array.of(255, 255)), undefined);
  assert.equal(behindPrefix(new Uint8Array(0)), undefined);
  const original = Buffer.from([1, 2]);
  behindPrefix(original);
  assert.deepEqual([...original], [1, 2], 'the prefix itself stays');
});

test('heights sort as numbers and are read back', () => {
  const heights = [0, 1, 255, 256, 65_536, 2 ** 32, Number.MAX_SAFE_INTEGER];
  const keys = heights.map(heightKey);
  assert.deepEqual(keys.toSorted(Buffer.compare), keys);
  assert.deepEqual(
    keys.map((bytes) => heightAtEnd(concatBytes(Uint8Array.of(9), bytes))),
    heights,
  );
});
