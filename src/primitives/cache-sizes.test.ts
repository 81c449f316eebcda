import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheSizes, defaultCacheBytes } from './cache-sizes.ts';

test('all caches together take what is given, each its share', () => {
  for (const total of [100, 2 ** 20, defaultCacheBytes]) {
    const sizes = Object.values(cacheSizes(total));
    const sum = sizes.reduce((all, size) => all + size, 0);
    assert.ok(sum <= total && sum > total - sizes.length, `${sum} of ${total}`);
  }
  assert.deepEqual(cacheSizes(), cacheSizes(defaultCacheBytes));
  assert.equal(cacheSizes(200).accounts, 24);
});
