import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonChunks, LazyObject } from './json-chunks.ts';

/** The same with plain objects. */
function plain(value: unknown): unknown {
  if (!(value instanceof LazyObject)) return value;
  return Object.fromEntries([...value.rows].map(([name, member]) => [name, plain(member)]));
}

test('the chunks of JSON concatenate to the result of JSON.stringify, at any depth and indent', () => {
  const values = [
    new LazyObject([]),
    new LazyObject([['absent', undefined]]),
    new LazyObject([
      ['text', 'line\nand "quotes"'],
      ['list', [1, { deep: ['x', {}] }, []]],
      ['none', undefined],
      [
        'inner',
        new LazyObject([
          ['empty', new LazyObject([])],
          ['object', { a: { b: null } }],
        ]),
      ],
    ]),
    { plain: [1, 2] },
  ];
  for (const value of values) {
    for (const indent of ['', '  ', '\t']) {
      assert.equal([...jsonChunks(value, indent)].join(''), JSON.stringify(plain(value), undefined, indent));
    }
  }
});

test('members are produced one by one', () => {
  let made = 0;
  const rows = (function* () {
    for (; made < 10; made++) yield [`${made}`, made] as const;
  })();
  for (const _ of jsonChunks(new LazyObject(rows), '')) if (made === 3) break;
  assert.equal(made, 3);
});
