import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, withFigures } from './figures.ts';

const text = { type: 'string' } as const;
const schema = {
  type: 'object',
  properties: {
    total: { ...text, description: 'all of it' },
    limits: { type: 'object', properties: { day: text, once: text } },
    rows: { type: 'array', items: { type: 'object', properties: { name: text, share: text } } },
    words: { type: 'array', items: text },
  },
} as const;

test('each field has its kind, also inside objects and lists', () => {
  const marked = withFigures(schema, {
    measured: ['total', 'rows.name'],
    parameters: ['limits', 'rows.share'],
    withoutEffect: { words: 'nobody reads them' },
  });
  assert.deepEqual(
    figuresOf(marked).map(({ path, kind, reason }) => [path, kind, reason]),
    [
      ['total', 'measured', undefined],
      ['limits.day', 'parameter', undefined],
      ['limits.once', 'parameter', undefined],
      ['rows.name', 'measured', undefined],
      ['rows.share', 'parameter', undefined],
      ['words', 'parameter without effect', 'nobody reads them'],
    ],
  );
  assert.equal(figuresOf(marked)[0]?.description, 'all of it');
  assert.deepEqual(figuresOf(withFigures({ type: 'object', properties: { inner: marked } }, {})).length, 6);
});

test('a field without a kind and a path without a field are errors', () => {
  assert.throws(() => withFigures(schema, { measured: ['total', 'rows', 'words'] }), /nothing says what limits.day is/);
  const all = ['total', 'rows', 'words', 'limits'];
  assert.throws(() => withFigures(schema, { measured: [...all, 'limit'] }), /there is no field limit/);
});
