import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonText } from '../../primitives/json-text.ts';
import { type JsonValue, LongText } from '../json-value.ts';
import { writeJson } from './write-json.ts';
import { writeJsonParts } from './write-json-parts.ts';

function partsOf(value: JsonValue): string[] {
  const parts: string[] = [];
  writeJsonParts(value, (part) => parts.push(part));
  return parts;
}

test('a value in parts is the value in one piece', () => {
  const values: JsonValue[] = [
    null,
    2n ** 70n,
    'a "text"\n',
    Number.NaN,
    [],
    {},
    [[], [1, 'x', null], { a: undefined }],
    { a: undefined, b: { c: [true, 7], d: new JsonText('{"e":1}') }, f: '' },
    [new LongText(() => ['[1,', '2]'], 5), 3],
  ];
  for (const value of values) assert.equal(partsOf(value).join(''), writeJson(value));
  const long = Array.from({ length: 5_000 }, (_, index) => ({ index, text: 'x'.repeat(index % 100) }));
  assert.equal(partsOf(long).join(''), writeJson(long));
  assert.ok(partsOf(long).length > 3);
  assert.ok(partsOf(long).every((part) => part.length < 70_000));
  const text = 'é"'.repeat(200_000);
  assert.equal(partsOf([text, 1]).join(''), writeJson([text, 1]));
  assert.ok(partsOf([text, 1]).every((part) => part.length < 135_000));
});
