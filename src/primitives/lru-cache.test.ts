import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LruCache } from './lru-cache.ts';

test('what was not used for longest goes first', () => {
  const cache = new LruCache<string, number>(4);
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['d', 4],
  ] as const)
    cache.set(key, value);
  assert.equal(cache.get('a'), 1);
  cache.set('e', 5);
  assert.equal(cache.get('b'), undefined);
  assert.equal(cache.get('a'), 1);
  assert.equal(cache.get('e'), 5);
});

test('weights count, also of what is replaced; the heaviest are not kept', () => {
  const cache = new LruCache<string, string>(100);
  cache.set('a', 'x', 20);
  cache.set('a', 'y', 25);
  for (const key of ['b', 'c', 'd']) cache.set(key, key, 25);
  assert.equal(cache.get('a'), 'y');
  cache.set('huge', 'z', 26);
  assert.equal(cache.get('huge'), undefined);
  assert.equal(cache.get('b'), 'b');
});
