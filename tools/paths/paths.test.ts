import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHasty, isHastyResponse } from './client.ts';
import { assertSame, Difference } from './difference.ts';
import { unescaped } from './memory.ts';
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

test('the same JSON with and without escapes is no difference, other escapes are', () => {
  assert.equal(unescaped(String.raw`{"a":"0x\u2026, \ud83d\uDE00"}`), '{"a":"0x…, 😀"}');
  for (const kept of [String.raw`"\\u2026"`, String.raw`"\u0041\n\""`, String.raw`"\\\\"`])
    assert.equal(unescaped(kept), kept);
});

test('what a busy machine answers is recognised in errors alone', () => {
  const message = 'query took longer than 0.1s (json-rpc.filter-timeout); ask for fewer blocks';
  const reply = { jsonrpc: '2.0', id: 1, error: { code: -32005, message } };
  assert.ok(isHasty(new Error(`eth_getLogs: -32005 ${message}`)) && isHastyResponse(JSON.stringify(reply)));
  assert.ok(
    isHastyResponse(JSON.stringify({ error: { code: -1, message: 'of "x": execution aborted (timeout = 5s)' } })),
  );
  assert.ok(!isHasty(new Error('nonce too low')) && !isHastyResponse(JSON.stringify({ result: message })));
});
