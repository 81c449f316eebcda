import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonText } from '../../primitives/json-text.ts';
import { parseExactJson } from './exact-json.ts';
import { parseJson } from './parse-json.ts';
import { writeJson } from './write-json.ts';

test('the exact parser agrees with JSON.parse on everything without large integers', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      const expected: unknown = JSON.parse(text);
      fc.pre(!/\d{16}|[.eE]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '')) && !/"id"/.test(text));
      assert.deepEqual(parseExactJson(text), expected);
    }),
  );
});

test('integers of 64 bits and more stay exact', () => {
  const text = '{"params":[9223372036854775807,-9223372036854775808,18446744073709551615,[1],{"a":9007199254740993}]}';
  assert.deepEqual(parseJson(text, 64), {
    params: [9223372036854775807n, -9223372036854775808n, 18446744073709551615n, [1], { a: 9007199254740993n }],
  });
});

test('digits within strings change nothing', () => {
  const text = '{"params":["a,1234567890123456789",":1.5","\\"]:12345678901234567"]}';
  assert.deepEqual(parseJson(text, 64), {
    params: ['a,1234567890123456789', ':1.5', '"]:12345678901234567'],
  });
});

test('numeric ids keep their spelling, in requests and batches only', () => {
  const one = parseJson('{"id":12345678901234567890,"params":[{"id":12345678901234567890}]}', 64);
  assert.deepEqual(one, { id: new JsonText('12345678901234567890'), params: [{ id: 12345678901234567890n }] });
  assert.deepEqual(parseJson('[{"id":1.0},{"id":-0},{"id":1e3}]', 64), [
    { id: new JsonText('1.0') },
    { id: new JsonText('-0') },
    { id: new JsonText('1e3') },
  ]);
});

test('text that is not JSON is rejected by both parsers', () => {
  const bad = [
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    '{"a" 1}',
    "{'a':1}",
    '"\u0001"',
    'nul',
    '[1 2]',
    '{"a":01}',
    '"\\x"',
    '"abc',
    '[1]]',
  ];
  for (const text of bad) {
    assert.throws(() => parseJson(text, 64), SyntaxError, text);
    assert.throws(() => parseExactJson(text), SyntaxError, text);
  }
});

test('nesting beyond the limit is rejected before parsing', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  assert.ok(Array.isArray(parseJson(nested(64), 64)));
  assert.throws(() => parseJson(nested(65), 64), RangeError);
  assert.throws(() => parseJson('{"a":'.repeat(100_000), 64), RangeError);
  const inText = JSON.stringify(['[[[['.repeat(100), '\\"{{{{'.repeat(100)]);
  assert.deepEqual(parseJson(inText, 64), JSON.parse(inText));
});

test('a body has a limit of values, and a member counts as two: one less, as many and one more', () => {
  const list = (items: number) => JSON.stringify(Array.from({ length: items }, (_, item) => item));
  const object = (members: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, member) => [`k${member}`, member])));
  const tooMany = /more than 200 values \(max-request-values\)/;
  for (const items of [199, 200]) assert.equal((parseJson(list(items), 64, 200) as unknown[]).length, items);
  assert.throws(() => parseJson(list(201), 64, 200), tooMany);
  for (const members of [99, 100]) assert.equal(Object.keys(parseJson(object(members), 64, 200) ?? {}).length, members);
  assert.throws(() => parseJson(object(101), 64, 200), tooMany);
});

test('a number too long for any value of the chain costs no time', () => {
  assert.deepEqual(parseJson(`[${'9'.repeat(1_000_000)}]`, 64), [Number.POSITIVE_INFINITY]);
});

test('a member named __proto__ is an ordinary member', () => {
  const value = parseJson('{"__proto__":{"a":12345678901234567890}}', 64);
  assert.ok(typeof value === 'object' && value !== null);
  assert.deepEqual(Object.keys(value), ['__proto__']);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test('writing is exact, leaves out undefined members and copies JsonText', () => {
  const value = {
    a: 18446744073709551615n,
    b: undefined,
    c: new JsonText('{"x":[]}'),
    d: [null, true, 'é"\n', 0.5, -0],
  };
  assert.equal(writeJson(value), '{"a":18446744073709551615,"c":{"x":[]},"d":[null,true,"é\\"\\n",0.5,0]}');
  assert.equal(writeJson([Number.NaN, Number.POSITIVE_INFINITY]), '[null,null]');
});

test('writing agrees with JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text);
      assert.deepEqual(JSON.parse(writeJson(value)), value);
    }),
  );
});
