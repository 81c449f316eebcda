import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GenerationalCache } from './generational-cache.ts';

test('used entries stay, unused ones are evicted, and the size is bounded', () => {
  const map = new GenerationalCache<number, number>(100, () => 1);
  for (let i = 0; i < 10_000; i++) {
    map.set(i, i);
    assert.equal(map.get(0), 0);
  }
  const kept = Array.from({ length: 10_000 }, (_, i) => i).filter((i) => map.get(i) !== undefined);
  assert.ok(kept.length <= 200, `${kept.length}`);
  assert.ok(kept.includes(9_999));
});

test('of heavy values fewer are cached', () => {
  const map = new GenerationalCache<number, number>(100, (weight) => weight);
  for (let i = 0; i < 1_000; i++) map.set(i, 25);
  const kept = Array.from({ length: 1_000 }, (_, i) => i).filter((i) => map.get(i) !== undefined);
  assert.deepEqual(kept.at(-1), 999);
  assert.ok(kept.length >= 4 && kept.length <= 8, `${kept.length}`);
  map.set(5, 101);
  assert.equal(map.get(5), undefined, 'too heavy to be kept');
  assert.equal(map.get(999), 25);
  map.clear();
  assert.equal(map.get(999), undefined);
});

test('a value too heavy for the cache removes the earlier one', () => {
  const map = new GenerationalCache<string, number>(100, (weight) => weight);
  map.set('a', 1);
  map.set('a', 1_000);
  assert.equal(map.get('a'), undefined);
});

test('one less than a generation, exactly one, and one more: everything of the last one is kept', () => {
  for (const count of [9, 10, 11, 19, 20, 21]) {
    const map = new GenerationalCache<number, number>(10, () => 1);
    for (let i = 0; i < count; i++) map.set(i, i);
    const kept = Array.from({ length: count }, (_, i) => i).filter((i) => map.get(i) !== undefined);
    assert.ok(kept.length >= Math.min(count, 10) && kept.length <= 20, `${count}: ${kept}`);
    assert.equal(kept.at(-1), count - 1);
  }
});

test('at any weights no more than two generations are kept, and what is found is what was set last', () => {
  const operations = fc.array(fc.tuple(fc.nat(9), fc.nat(12)), { maxLength: 200 });
  fc.assert(
    fc.property(operations, (sets) => {
      const map = new GenerationalCache<number, number>(10, (weight) => weight);
      const last = new Map<number, number>();
      for (const [key, weight] of sets) {
        map.set(key, weight);
        last.set(key, weight);
        assert.equal(map.get(key), weight > 10 ? undefined : weight);
      }
      let weight = 0;
      for (const [key, value] of last) {
        const found = map.get(key);
        if (found === undefined) continue;
        assert.equal(found, value);
        weight += found;
      }
      assert.ok(weight <= 20, `${weight}`);
    }),
  );
});
