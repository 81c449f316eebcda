import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LongText } from '../json-value.ts';
import { resultText } from './envelope.ts';
import { asciiLength, batchText, inParts, toAscii } from './long-text.ts';

test('the parts of a long text are the same JSON, in ASCII', () => {
  const value = ['größer 😀 \u2028', 'x'.repeat(200_000)];
  const text = inParts(JSON.stringify(value));
  assert.ok(text instanceof LongText);
  const whole = text.toString();
  assert.equal(Buffer.byteLength(whole), text.length);
  assert.deepEqual(JSON.parse(whole), value);
  assert.ok([...text.parts()].every((part) => part.length <= 32 * 1024));
  assert.equal(inParts('"größer"'), '"größer"');
});

test('a text is the same JSON in ASCII, whatever its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const text = JSON.stringify([one, other, '\u0080\u007f\ud800\uffff']);
      const ascii = toAscii(text);
      assert.match(ascii, /^[\0-\x7f]*$/);
      assert.equal(ascii.length, asciiLength(text));
      assert.deepEqual(JSON.parse(ascii), JSON.parse(text));
    }),
  );
});

test('a long text is escaped while it is read, not before', () => {
  for (const text of [`"${'é'.repeat(2_600_000)}"`, `"${'x'.repeat(100_000)}😀${'\u00e9'.repeat(70_000)}"`]) {
    const long = inParts(text);
    assert.ok(long instanceof LongText);
    assert.equal(long.length, toAscii(text).length);
    const [first = ''] = long.parts();
    assert.ok(first.length > 1_000 && first.length <= 32 * 1024, 'no more than is read');
    assert.equal(long.toString(), toAscii(text));
    const batch = batchText([text, '"é"', text]);
    assert.ok(batch instanceof LongText);
    assert.equal(batch.toString(), toAscii(`[${text},"é",${text}]`));
    assert.equal(batch.length, batch.toString().length);
    for (const part of batch.parts()) assert.ok(part.length <= 64 * 1024);
  }
});

test('a response whose id is not ASCII is made in parts too', () => {
  const result = new LongText(() => ['"', 'x'.repeat(100_000), '"'], 100_002);
  for (const id of ['é', 'é'.repeat(100_000), 'x'.repeat(100_000), '']) {
    const text = resultText(id, result);
    assert.ok(text instanceof LongText);
    const whole = text.toString();
    assert.deepEqual(JSON.parse(whole), { jsonrpc: '2.0', id, result: 'x'.repeat(100_000) });
    assert.equal(Buffer.byteLength(whole), text.length);
  }
});

test('the response to a batch consists of its entries, of any length', () => {
  const short = '{"id":1}';
  const long = new LongText(() => ['[', `${'1,'.repeat(40_000)}1`, ']'], 80_003);
  const middle = `"${'y'.repeat(50_000)}"`;
  for (const entries of [
    [short],
    [short, short],
    [long],
    [long, short],
    [short, long],
    [long, long, short, long],
    [middle, middle, short, middle, long, short, middle],
    ['"größer"', long, middle],
  ]) {
    const text = batchText(entries);
    const whole = text.toString();
    assert.deepEqual(JSON.parse(whole), JSON.parse(`[${entries.join(',')}]`));
    assert.equal(Buffer.byteLength(whole), text.length);
  }
});
