import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TwoKeyCache } from './two-key-cache.ts';

test('pairs are distinct, absence is cached, and memory is bounded', () => {
  const pairs = new TwoKeyCache(20_000);
  pairs.set('a', 'bc', Uint8Array.of(1));
  pairs.set('ab', 'c', Uint8Array.of(2));
  pairs.set('a', 'c', null);
  assert.deepEqual([pairs.get('a', 'bc'), pairs.get('ab', 'c')], [Uint8Array.of(1), Uint8Array.of(2)]);
  assert.equal(pairs.get('a', 'c'), null);
  assert.equal(pairs.get('b', 'c'), undefined);
  for (let i = 0; i < 1_000; i++) {
    pairs.set('many', String(i), new Uint8Array(1_000));
    assert.deepEqual(pairs.get('a', 'bc'), Uint8Array.of(1), 'asked for all the time');
  }
  const kept = Array.from({ length: 1_000 }, (_, i) => i).filter((i) => pairs.get('many', String(i)) !== undefined);
  assert.ok(kept.length <= 40, `${kept.length}`);
  pairs.clear();
  assert.equal(pairs.get('a', 'bc'), undefined);
});

test('a value set again is the newest one, whichever generation had it', () => {
  const pairs = new TwoKeyCache(2_000);
  pairs.set('a', 'k', Uint8Array.of(1));
  for (let i = 0; i < 4; i++) pairs.set('filler', String(i), null);
  pairs.set('a', 'k', Uint8Array.of(2));
  for (let i = 0; i < 3; i++) pairs.set('filler', String(i), null);
  assert.deepEqual(pairs.get('a', 'k'), Uint8Array.of(2));
});

test('one less than the limit is kept, exactly the limit, and one more is not, which removes the earlier value', () => {
  const own = 2 * 250 + 1; // of the maps, and of a key of one character
  for (const [length, isKept] of [
    [999 - own, true],
    [1_000 - own, true],
    [1_001 - own, false],
  ] as const) {
    const pairs = new TwoKeyCache(1_000);
    pairs.set('a', 'k', Uint8Array.of(1));
    pairs.set('a', 'k', new Uint8Array(length));
    assert.equal(pairs.get('a', 'k')?.length, isKept ? length : undefined);
  }
});

test('many accounts with one entry each are bounded as one account with many is', () => {
  const pairs = new TwoKeyCache(100 * 500);
  for (let i = 0; i < 1_000; i++) pairs.set(String(i), '', null);
  const kept = Array.from({ length: 1_000 }, (_, i) => i).filter((i) => pairs.get(String(i), '') !== undefined);
  assert.ok(kept.length >= 100 && kept.length <= 200, `${kept.length}`);
});

test('what is found is what was set last, at any sizes', () => {
  const sizes = fc.tuple(fc.nat(3), fc.nat(3), fc.option(fc.nat(900)));
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 100 }), (sets) => {
      const pairs = new TwoKeyCache(2_000);
      const last = new Map<string, number | null>();
      for (const [first, second, size] of sets) {
        pairs.set(String(first), String(second), size === null ? null : new Uint8Array(size));
        last.set(`${first} ${second}`, size);
        assert.equal(pairs.get(String(first), String(second))?.length, size ?? undefined);
      }
      for (const [key, size] of last) {
        const [first = '', second = ''] = key.split(' ');
        const found = pairs.get(first, second);
        if (found !== undefined) assert.equal(found?.length ?? null, size);
      }
    }),
  );
});
