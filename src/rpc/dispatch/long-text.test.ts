import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LongText } from '../types.ts';
import { batchText, inParts } from './long-text.ts';

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
