import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { BlockTexts } from './block-texts.ts';

test('a block with hashes is cached once it is read again, and the same each time', () => {
  const { mine, reader } = createMemoryChain(() => {});
  mine([]);
  const texts = new BlockTexts(reader);
  const [first, second, third] = [texts.hashesBlock(1), texts.hashesBlock(1), texts.hashesBlock(1)];
  assert.notEqual(first, second);
  assert.equal(second, third);
  assert.equal(first?.text, second?.text);
  assert.notEqual(texts.hashesBlock(0)?.text, first?.text);
  texts.clear();
  assert.notEqual(texts.hashesBlock(1), third);
  assert.equal(texts.hashesBlock(2), undefined);
});

test('a block that was read long ago is not cached when it is read again', () => {
  const { mine, reader } = createMemoryChain(() => {});
  mine([]);
  const texts = new BlockTexts(reader, 1);
  const first = texts.hashesBlock(1);
  texts.hashesBlock(0);
  assert.notEqual(texts.hashesBlock(1), first);
  texts.hashesBlock(0);
  const third = texts.hashesBlock(1);
  assert.notEqual(third, texts.hashesBlock(1), 'the second of two in a row');
  assert.equal(texts.hashesBlock(1), texts.hashesBlock(1));
});
