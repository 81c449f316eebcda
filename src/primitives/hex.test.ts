import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asHash, hashFromBytes, parseHash, zeroHash } from './hash.ts';
import { fromHex, isHex, toHex, writeHex } from './hex.ts';
import { parseQuantity, quantity } from './quantity.ts';

test('bytes become lower-case hex, and hex in any case becomes bytes', () => {
  const property = fc.property(fc.uint8Array(), (bytes) => {
    const text = toHex(bytes);
    assert.match(text, /^0x(?:[0-9a-f]{2})*$/);
    assert.deepEqual(fromHex(text), bytes);
    assert.deepEqual(fromHex(`0x${text.slice(2).toUpperCase()}`), bytes);
  });
  fc.assert(property);
});

test('a part of a larger buffer is written as that part', () => {
  assert.equal(toHex(Uint8Array.of(1, 2, 3).subarray(1)), '0x0203');
});

test('text that is not whole bytes of hex is rejected', () => {
  for (const text of ['', '12', '0x1', '0x123', '0xzz', '0x12 ', ' 0x12', '0x1２', '0x12\n']) {
    assert.equal(isHex(text), false, JSON.stringify(text));
    assert.throws(() => fromHex(text), RangeError);
    if (text.startsWith('0x')) assert.throws(() => writeHex(text, new Uint8Array(4), 0), RangeError);
  }
  assert.equal(isHex('0x'), true);
});

test('a hash is exactly 32 bytes', () => {
  const text = `0x${'Ab'.repeat(32)}`;
  assert.equal(parseHash(text), text.toLowerCase());
  assert.equal(hashFromBytes(new Uint8Array(64).subarray(32)), zeroHash);
  for (const wrong of ['0x', text.slice(0, -2), `${text}00`, text.slice(2)]) {
    assert.equal(asHash(wrong), undefined);
    assert.throws(() => parseHash(wrong), RangeError);
  }
  for (const length of [0, 31, 33]) assert.throws(() => hashFromBytes(new Uint8Array(length)), RangeError);
});

test('quantities have no leading zeros, and zero is 0x0', () => {
  assert.deepEqual([0, 0n, 1, 255n, 2n ** 64n].map(quantity), ['0x0', '0x0', '0x1', '0xff', '0x10000000000000000']);
  for (const value of [0n, 1n, 16n, 2n ** 256n - 1n]) assert.equal(parseQuantity(quantity(value)), value);
  assert.equal(parseQuantity('0xFf'), 255n);
  for (const wrong of ['', '0x', '0x00', '0x01', '1', '-0x1', '0x-1', '0x1 ', '0x1n', '0xg']) {
    assert.equal(parseQuantity(wrong), undefined, wrong);
  }
});
