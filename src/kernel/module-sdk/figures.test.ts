import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attested, figuresOf, integer, listOf, measured, objectOf, parameter, text, withoutEffect } from './figures.ts';

const fieldsOf = (schema: Parameters<typeof figuresOf>[0]) =>
  figuresOf(schema).map(({ path, kind, reason }) => [path, kind, reason]);

test('each field has its kind, also inside objects and lists', () => {
  const schema = objectOf({
    total: measured(text, 'all of it'),
    limits: parameter(objectOf({ day: text, once: text })),
    rows: listOf(objectOf({ name: measured(text), share: parameter(text) })),
    words: withoutEffect('nobody reads them', listOf(text)),
    seen: attested('by those who look', integer),
  });
  assert.deepEqual(fieldsOf(schema), [
    ['total', 'measured', undefined],
    ['limits.day', 'parameter', undefined],
    ['limits.once', 'parameter', undefined],
    ['rows.name', 'measured', undefined],
    ['rows.share', 'parameter', undefined],
    ['words', 'parameter without effect', 'nobody reads them'],
    ['seen', 'attested', 'by those who look'],
  ]);
  assert.equal(figuresOf(schema)[0]?.description, 'all of it');
});

test('a mark does not replace those of the fields in an object, and what has none is seen', () => {
  const inner = objectOf({ a: attested('by somebody', text), b: text });
  assert.deepEqual(fieldsOf(measured(inner)), [
    ['a', 'attested', 'by somebody'],
    ['b', 'measured', undefined],
  ]);
  assert.deepEqual(fieldsOf(inner)[1], ['b', undefined, undefined]);
});
