import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertSame, Difference } from './difference.ts';
import { parsePathOptions, pathsUsage } from './options.ts';
import { type Question, requestOf, spellings } from './question.ts';

const question: Question = {
  face: 'eth',
  method: 'eth_getBalance',
  params: '["0xaa","@block"]',
  block: { height: 5, hash: '0xbb', takesHash: true },
  isLasting: true,
};

test('a difference says where it begins, and what both say there', () => {
  assertSame('a', { one: 1 }, { one: 1 });
  assert.throws(
    () => assertSame('balance', { one: 1 }, { one: 2 }),
    (error) => error instanceof Difference && /DIFFERENCE balance\n {2}from character 7 of 9 and 9/.test(error.message),
  );
  assert.throws(() => assertSame('a longer list', [1], [1, 2]), Difference);
  assert.throws(() => assertSame('nothing', undefined, null), Difference);
});

test('the block of a question has all the spellings that mean it', () => {
  assert.equal(requestOf(question), '{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["0xaa","0x5"]}');
  const names = (of: Question, head: number) => spellings(of, head).map(([name]) => name);
  const always = ['block number in an object', 'block hash', 'block hash as text'];
  assert.deepEqual(names(question, 6), always);
  assert.deepEqual(names(question, 5), ['latest', 'finalized', ...always]);
  assert.deepEqual(names({ ...question, block: { height: 0, hash: '0xbb', takesHash: false } }, 6), ['earliest']);
  assert.deepEqual(names({ ...question, block: undefined }, 5), []);
  const [, , , [, byHash] = []] = spellings(question, 5);
  assert.match(byHash ?? '', /"params":\["0xaa",\{"blockHash":"0xbb"\}\]/);
});

test('options have defaults, and wrong ones are named', () => {
  assert.deepEqual(parsePathOptions([]), { minutes: 10, seed: 1, rounds: Number.POSITIVE_INFINITY });
  assert.equal(parsePathOptions(['-h']), 'help');
  assert.throws(() => parsePathOptions(['--seed', 'x']), /--seed must be a whole number/);
  for (const option of ['--minutes', '--seed', '--rounds']) assert.ok(pathsUsage.includes(option));
});
