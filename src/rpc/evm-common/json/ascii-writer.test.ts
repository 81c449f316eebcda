import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AsciiWriter, asciiBytes } from './ascii-writer.ts';

test('a writer takes exactly as much as was said, and says when it was more', () => {
  for (const length of [0, 1, 11, 12, 13, 8_191, 8_192, 8_193, 20_000]) {
    const text = 'abcdefghij'.repeat(Math.ceil(length / 10)).slice(0, length);
    const writer = new AsciiWriter(length);
    writer.bytes(asciiBytes(text));
    assert.equal(writer.finish(), text);
  }
  const short = new AsciiWriter(8_193);
  assert.throws(() => short.bytes(asciiBytes('x'.repeat(8_194))), RangeError);
});

test('numbers are written at each length, up to the largest', () => {
  for (let bits = 0; bits <= 53; bits++) {
    for (const value of [2 ** bits - 1, 2 ** bits, 2 ** bits + 1]) {
      if (value > Number.MAX_SAFE_INTEGER) continue;
      const writer = new AsciiWriter(16);
      writer.number(value);
      assert.equal(writer.finish(), value.toString(16));
    }
  }
});

test('amounts have no leading zero, and bytes have two digits', () => {
  const bytes = Uint8Array.of(0x0f, 0x00, 0x10, 0xff);
  for (const [from, length, text] of [
    [0, 0, '0'],
    [0, 1, 'f'],
    [0, 4, 'f0010ff'],
    [2, 2, '10ff'],
  ] as const) {
    const writer = new AsciiWriter(8);
    writer.amount(bytes, from, length);
    assert.equal(writer.finish(), text);
  }
  const writer = new AsciiWriter(8);
  writer.hex(bytes, 0, 4);
  assert.equal(writer.finish(), '0f0010ff');
});
