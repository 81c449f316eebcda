import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonTextCache } from './json-text-cache.ts';

test('a text is made once', () => {
  const cache = new JsonTextCache(100);
  let made = 0;
  const ask = () => cache.get(1, 3, () => `text ${++made}`);
  assert.deepEqual([ask(), ask(), cache.get(1, 2, () => 'other'), ask()], ['text 1', 'text 1', 'other', 'text 1']);
});

test('the least recently used blocks make room', () => {
  const cache = new JsonTextCache(30);
  const ask = (height: number) => cache.get(height, 0, () => 'x'.repeat(10));
  for (const height of [1, 2, 3]) ask(height);
  ask(1);
  ask(4);
  const made: number[] = [];
  for (const height of [1, 3, 4, 2]) cache.get(height, 0, () => `made ${made.push(height)}`);
  assert.deepEqual(made, [2]);
});

test('one huge block is kept while it is read, and evicted with the next', () => {
  const cache = new JsonTextCache(5);
  assert.equal(cache.get(1, 0, () => 'x'.repeat(50)).length, 50);
  assert.equal(cache.get(1, 0, () => 'new').length, 50);
  cache.get(2, 0, () => 'y');
  assert.equal(
    cache.get(1, 0, () => 'new'),
    'new',
  );
});
