import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cacheOfBytes, cacheOfCount } from './bounded-cache.ts';

test('one less than its values, exactly as many, and one more: the one that was not used for longest goes', () => {
  for (const count of [9, 10, 11]) {
    const cache = cacheOfCount<number, true>(10);
    for (let key = 0; key < count; key++) {
      cache.set(key, true);
      cache.get(0);
    }
    const kept = Array.from({ length: count }, (_, key) => key).filter((key) => cache.has(key));
    assert.equal(kept.length, Math.min(count, 10));
    assert.ok(kept.includes(0) && kept.includes(count - 1));
  }
});

test('one byte less than the limit and exactly the limit are kept, one more removes the earlier value too', () => {
  const cache = cacheOfBytes<string, Uint8Array>(100, ({ length }) => length);
  for (const length of [99, 100]) {
    cache.set('a', new Uint8Array(length));
    assert.equal(cache.get('a')?.length, length);
  }
  cache.set('a', new Uint8Array(101));
  assert.equal(cache.get('a'), undefined);
});

test('empty values, fractions of bytes and a limit of zero count as a byte', () => {
  const cache = cacheOfBytes<number, Uint8Array>(0, ({ length }) => length / 3);
  cache.set(1, new Uint8Array(0));
  cache.set(2, new Uint8Array(1));
  assert.deepEqual([cache.get(1), cache.get(2)?.length], [undefined, 1]);
});

test('at any sizes no more than the limit is kept, and what is found is what was set last', () => {
  const operations = fc.array(fc.tuple(fc.nat(9), fc.nat(12)), { maxLength: 200 });
  fc.assert(
    fc.property(operations, (sets) => {
      const cache = cacheOfBytes<number, { readonly size: number }>(10, ({ size }) => size);
      const last = new Map<number, number>();
      for (const [key, size] of sets) {
        cache.set(key, { size });
        last.set(key, size);
        assert.equal(cache.get(key)?.size, size > 10 ? undefined : size);
      }
      let sum = 0;
      for (const [key, size] of last) {
        const found = cache.get(key);
        if (found === undefined) continue;
        assert.equal(found.size, size);
        sum += Math.max(1, size);
      }
      assert.ok(sum <= 10, `${sum}`);
    }),
  );
});
