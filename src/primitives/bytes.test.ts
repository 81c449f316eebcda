import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  bigintToBytes,
  bigintToFixedBytes,
  bytesToBigint,
  concatBytes,
  equalBytes,
  trimLeadingZeros,
} from './bytes.ts';

test('integers are encoded as the shortest bytes, and decoded again', () => {
  const property = fc.property(fc.bigInt({ min: 0n, max: 2n ** 300n }), (value) => {
    const bytes = bigintToBytes(value);
    assert.equal(bytesToBigint(bytes), value);
    assert.notEqual(bytes[0], 0);
    const fixed = bigintToFixedBytes(value, 40);
    assert.equal(fixed.length, 40);
    assert.equal(bytesToBigint(fixed), value);
    assert.deepEqual(trimLeadingZeros(fixed), bytes);
  });
  fc.assert(property);
  assert.equal(bigintToBytes(0n).length, 0);
  assert.throws(() => bigintToBytes(-1n), RangeError);
  assert.throws(() => bigintToFixedBytes(256n, 1), RangeError);
});

test('a part of a larger buffer is read as that part', () => {
  const large = Uint8Array.of(9, 1, 0, 9);
  assert.equal(bytesToBigint(large.subarray(1, 3)), 256n);
});

test('concatenation and comparison depend on content only', () => {
  assert.deepEqual(concatBytes(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3)), Uint8Array.of(1, 2, 3));
  assert.equal(concatBytes().length, 0);
  assert.ok(equalBytes(Uint8Array.of(1, 2), Buffer.from([1, 2])));
  assert.ok(!equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0)));
});

test('bytes of every length are the integer of their hex digits', () => {
  const property = fc.property(fc.uint8Array({ minLength: 1, maxLength: 70 }), fc.nat(3), (bytes, offset) => {
    const part = concatBytes(new Uint8Array(offset).fill(0xff), bytes).subarray(offset);
    assert.equal(bytesToBigint(part), BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
  });
  fc.assert(property, { numRuns: 1000 });
  for (const length of [5, 6, 7, 8, 31, 32, 33]) {
    assert.equal(bytesToBigint(new Uint8Array(length).fill(0xff)), 256n ** BigInt(length) - 1n);
  }
});
