import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { encodeSignatureText } from './signature-text.ts';

test('64 bytes are spelled as the reference library does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.nat(64), (bytes, zeros) => {
      bytes.fill(0, 0, zeros);
      assert.equal(encodeSignatureText(bytes), base58.encode(bytes));
    }),
    { numRuns: 2_000 },
  );
  for (const byte of [0, 1, 0x7f, 0x80, 0xff]) {
    const bytes = new Uint8Array(64).fill(byte);
    assert.equal(encodeSignatureText(bytes), base58.encode(bytes));
  }
});

test('other lengths are rejected', () => {
  assert.throws(() => encodeSignatureText(new Uint8Array(63)), RangeError);
});
