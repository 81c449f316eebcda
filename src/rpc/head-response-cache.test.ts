import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { HeadResponseCache } from './head-response-cache.ts';

function setUp(limit = 10_000) {
  const { reader, mine } = createMemoryChain(() => {});
  const answers = new HeadResponseCache(reader, limit);
  const made: string[] = [];
  const ask = (question: string): string => {
    const make = () => {
      made.push(question);
      return `${question} at ${reader.head().number}`;
    };
    return answers.to(question, make).text;
  };
  return { ask, made, mine };
}

test('an answer is made once for each block', () => {
  const { ask, made, mine } = setUp();
  for (let i = 0; i < 3; i++) assert.equal(ask('a'), '"a at 0"');
  assert.equal(ask('b'), '"b at 0"');
  assert.deepEqual(made, ['a', 'b']);
  mine();
  assert.equal(ask('a'), '"a at 1"');
  assert.deepEqual(made, ['a', 'b', 'a']);
});

test('what was not asked for lately is forgotten', () => {
  const { ask, made } = setUp(2_000);
  for (let i = 0; i < 20; i++) ask(`question ${i}`);
  ask('question 19');
  assert.equal(made.length, 20);
  ask('question 0');
  assert.equal(made.length, 21);
});

test('what cannot be answered is asked again', () => {
  const { reader } = createMemoryChain(() => {});
  const answers = new HeadResponseCache(reader, 1_000);
  let asked = 0;
  const fail = () => {
    asked++;
    throw new RangeError('no');
  };
  for (let i = 0; i < 2; i++) assert.throws(() => answers.to('a', fail), RangeError);
  assert.equal(asked, 2);
});
