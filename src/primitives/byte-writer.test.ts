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

test('a writer is filled to the end of its memory, one byte less and one more, new and reused', () => {
  for (const size of [1_024, 2_048, 65_536, 131_072]) {
    for (const length of [size - 1, size, size + 1]) {
      for (const split of [0, 1, length - 1, length]) {
        const writer = new ByteWriter();
        const bytes = Uint8Array.from({ length }, (_, index) => index % 251);
        writer.fixed(bytes.subarray(0, split));
        writer.fixed(bytes.subarray(split));
        writer.byte(7);
        const written = writer.finish();
        assert.equal(written.length, length + 1);
        assert.ok(Buffer.from(bytes).equals(written.subarray(0, length)));
        assert.equal(written[length], 7);
      }
    }
  }
});

test('two writers at a time do not share their memory, and an emptied one can be used again', () => {
  const [one, other] = [new ByteWriter(), new ByteWriter()];
  one.byte(1);
  other.byte(2);
  assert.deepEqual([one.finish(), other.finish()], [Uint8Array.of(1), Uint8Array.of(2)]);
  one.byte(3);
  const third = new ByteWriter();
  third.byte(4);
  assert.deepEqual([one.finish(), third.finish()], [Uint8Array.of(3), Uint8Array.of(4)]);
});

test('integers are read back at each length of their encoding', () => {
  for (let bits = 0; bits <= 53; bits++) {
    for (const value of [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]) {
      if (value > Number.MAX_SAFE_INTEGER) continue;
      const writer = new ByteWriter();
      writer.integer(value);
      assert.equal(new ByteReader(writer.finish()).integer(), value);
    }
  }
});
