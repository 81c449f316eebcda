import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonText } from '../../primitives/json-text.ts';
import { LongText } from '../json-value.ts';
import { resultText } from './envelope.ts';
import { listText, ResponseTooLongError } from './text-of-pieces.ts';
import { writeJson } from './write-json.ts';
import { writeJsonParts } from './write-json-parts.ts';

test('a list of any length parses to its items, joined or in parts', () => {
  for (const count of [0, 1, 2, 99, 10_000, 40_000]) {
    const items = Array.from({ length: count }, (_, index) => JSON.stringify(`item ${index}`));
    const text = listText(items);
    const expected = items.map((item) => JSON.parse(item));
    const joined = text.joined();
    assert.deepEqual(JSON.parse(writeJson(joined)), expected, `${count}`);
    assert.equal(joined instanceof LongText, count >= 10_000, `${count}`);
    const parts: string[] = [];
    writeJsonParts(text, (part) => parts.push(part));
    assert.equal(parts.join(''), writeJson(joined));
    for (const id of ['id', 'größer']) {
      assert.deepEqual(JSON.parse(resultText(id, joined).toString()), { jsonrpc: '2.0', id, result: expected });
    }
  }
});

test('parts have about the intended length, and the length of a text is their sum', () => {
  const text = listText(Array.from({ length: 20_000 }, (_, index) => String(1e9 + index))).joined();
  assert.ok(text instanceof LongText);
  assert.equal(text.length, 20_000 * 11 + 1);
  assert.equal(text.toString().length, text.length);
  assert.ok([...text.parts()].every((part) => part.length <= 70_000));
});

test('joining ends where the text is one character longer than its limit', () => {
  const items = ['12345', '678'];
  assert.deepEqual(listText(items).joined(11), new JsonText('[12345,678]'));
  assert.throws(() => listText(items).joined(10), new ResponseTooLongError(10));
});
