import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';

test('what is written is read back in order', () => {
  const rows = fc.array(
    fc.tuple(fc.maxSafeNat(), fc.bigInt({ min: 0n }), fc.uint8Array({ maxLength: 600 }), fc.nat(255)),
  );
  fc.assert(
    fc.property(rows, (values) => {
      const writer = new ByteWriter();
      for (const [integer, big, bytes, byte] of values) {
        writer.integer(integer);
        writer.bigint(big);
        writer.bytes(bytes);
        writer.byte(byte);
      }
      const reader = new ByteReader(writer.finish());
      for (const row of values)
        assert.deepEqual([reader.integer(), reader.bigint(), reader.bytes(), reader.byte()], row);
      assert.equal(reader.atEnd, true);
    }),
  );
});

test('small numbers take one byte', () => {
  const writer = new ByteWriter();
  writer.integer(127);
  assert.deepEqual(writer.finish(), Uint8Array.of(127));
});

test('truncated bytes are rejected', () => {
  assert.throws(() => new ByteReader(Uint8Array.of(5, 1, 2)).bytes(), RangeError);
  assert.throws(() => new ByteReader(Uint8Array.of(0x80)).integer(), RangeError);
});

test('bytes that are passed over are counted, and must be there', () => {
  const reader = new ByteReader(Uint8Array.of(9, 1, 2, 3));
  assert.equal(reader.byte(), 9);
  assert.equal(reader.skip(2), 1);
  assert.equal(reader.byte(), 3);
  assert.throws(() => reader.skip(1), RangeError);
});
