import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { TextCache } from './text-cache.ts';

function setUp(limit = 10_000) {
  const { reader, mine } = createMemoryChain(() => {});
  const cache = new TextCache(limit, () => reader.head().hash);
  const created: string[] = [];
  const get = (key: string): string => {
    const create = () => {
      created.push(key);
      return `${key} at ${reader.head().number}`;
    };
    return cache.getOrMake(key, create).text;
  };
  return { get, created, mine };
}

test('a response is created once per block', () => {
  const { get, created, mine } = setUp();
  for (let i = 0; i < 3; i++) assert.equal(get('a'), '"a at 0"');
  assert.equal(get('b'), '"b at 0"');
  assert.deepEqual(created, ['a', 'b']);
  mine();
  assert.equal(get('a'), '"a at 1"');
  assert.deepEqual(created, ['a', 'b', 'a']);
});

test('the least recent entries are dropped', () => {
  const { get, created } = setUp(2_000);
  for (let i = 0; i < 20; i++) get(`key ${i}`);
  get('key 19');
  assert.equal(created.length, 20);
  get('key 0');
  assert.equal(created.length, 21);
});

test('errors are not cached', () => {
  const cache = new TextCache(1_000);
  let calls = 0;
  const fail = () => {
    calls++;
    throw new RangeError('no');
  };
  for (let i = 0; i < 2; i++) assert.throws(() => cache.getOrMake('a', fail), RangeError);
  assert.equal(calls, 2);
});

test('of texts of blocks, the least recently used go first', () => {
  const cache = new TextCache(3 * (1 + 10 + 100));
  const ask = (key: string) => cache.getOrMake(key, () => 'x'.repeat(8));
  for (const key of ['1', '2', '3', '1', '4']) ask(key);
  assert.deepEqual(
    ['1', '2', '3', '4'].filter((key) => cache.get(key) !== undefined),
    ['1', '3', '4'],
  );
  cache.clear();
  assert.equal(cache.get('4'), undefined);
});
