import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { BlockTexts } from './block-texts.ts';

test('the newest blocks with hashes are cached, older ones are written again, and all stay the same', () => {
  const { mine, reader } = createMemoryChain(() => {});
  mine([]);
  const texts = new BlockTexts(reader);
  const first = texts.hashesBlock(1);
  assert.ok(first);
  assert.equal(texts.hashesBlock(1), first);
  assert.notEqual(texts.hashesBlock(0)?.text, first.text);
  assert.equal(texts.hashesBlock(2), undefined);
  texts.clear();
  for (let height = 2; height <= 65; height++) mine([]);
  const old = texts.hashesBlock(1);
  assert.notEqual(old, first);
  assert.notEqual(texts.hashesBlock(1), old);
  assert.equal(texts.hashesBlock(1)?.text, first.text);
  const second = texts.hashesBlock(2);
  assert.equal(texts.hashesBlock(2), second);
  texts.clear();
  assert.notEqual(texts.hashesBlock(2), second);
  assert.equal(texts.hashesBlock(2)?.text, second?.text);
});

test('a long text with hashes is cached for an old block, too', () => {
  const { mine, reader } = createMemoryChain(() => {});
  for (let height = 1; height <= 65; height++) mine([]);
  const { length } = new BlockTexts(reader).hashesBlock(1)?.text ?? '';
  assert.ok(length > 0);
  for (const [long, isCached] of [
    [length - 1, true],
    [length, false],
  ] as const) {
    const texts = new BlockTexts(reader, long);
    const [first, second] = [texts.hashesBlock(1), texts.hashesBlock(1)];
    assert.equal(first === second, isCached);
  }
});
