import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const pairs = new TwoKeyCache(1_000);
  pairs.set('a', 'k', Uint8Array.of(1));
  for (let i = 0; i < 4; i++) pairs.set('filler', String(i), null);
  pairs.set('a', 'k', Uint8Array.of(2));
  for (let i = 0; i < 3; i++) pairs.set('filler', String(i), null);
  assert.deepEqual(pairs.get('a', 'k'), Uint8Array.of(2));
});
