import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackwardWriter } from './backward-writer.ts';

test('a writer is filled to the beginning of its memory, one byte less and one more', () => {
  for (const size of [1_024, 2_048, 65_536]) {
    for (const length of [size - 1, size, size + 1]) {
      for (const split of [0, 1, length - 1, length]) {
        const bytes = Uint8Array.from({ length }, (_, index) => index % 251);
        const writer = new BackwardWriter();
        writer.bytes(bytes.subarray(split));
        writer.bytes(bytes.subarray(0, split));
        assert.equal(writer.length, length);
        writer.varint(127);
        assert.ok(Buffer.from([127, ...bytes]).equals(writer.finish()));
      }
    }
  }
});

test('whole numbers take the bytes of protobuf at each length, and inexact ones are refused', () => {
  for (let bits = 0; bits <= 53; bits++) {
    for (const value of [2 ** bits - 1, 2 ** bits, -(2 ** bits)]) {
      const writer = new BackwardWriter();
      if (!Number.isSafeInteger(value)) {
        assert.throws(() => writer.varint(value), RangeError);
        continue;
      }
      writer.varint(value);
      const read = [...writer.finish()].reduceRight((sum, byte) => (sum << 7n) | BigInt(byte & 0x7f), 0n);
      assert.equal(BigInt.asIntN(64, read), BigInt(value));
    }
  }
});
