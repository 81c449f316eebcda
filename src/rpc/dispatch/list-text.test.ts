import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonText } from '../../primitives/json-text.ts';
import { LongText } from '../json-value.ts';
import { resultText } from './envelope.ts';
import { listText } from './list-text.ts';
import { writeJson } from './write-json.ts';

test('a list of any length parses to its items', () => {
  for (const [count, name] of [
    [0, 'a'],
    [1, 'a'],
    [2, 'a'],
    [99, 'a'],
    [10_000, 'a'],
    [40_000, 'a'],
    [40_000, 'größer'],
  ]) {
    const items = Array.from({ length: Number(count) }, (_, index) => JSON.stringify(`${name} ${index}`));
    const text = listText(items);
    const expected = items.map((item) => JSON.parse(item));
    assert.deepEqual(JSON.parse(writeJson(text)), expected, `${count}`);
    for (const id of ['id', 'größer']) {
      assert.deepEqual(JSON.parse(resultText(id, text).toString()), { jsonrpc: '2.0', id, result: expected });
    }
    assert.equal(text instanceof LongText, Number(count) >= 10_000 && name === 'a', `${count} ${name}`);
  }
});

test('parts have about the intended length, and the length of a text is their sum', () => {
  const text = listText(Array.from({ length: 10_000 }, (_, index) => String(1e9 + index)));
  assert.ok(text instanceof LongText);
  assert.equal(text.length, 10_000 * 11 + 1);
  assert.equal(text.toString().length, text.length);
  assert.ok([...text.parts()].every((part) => part.length <= 40_000));
  assert.ok(listText(['1']) instanceof JsonText);
});
