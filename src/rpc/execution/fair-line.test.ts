import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairLine } from './fair-line.ts';

function createLine(maxLength: number) {
  const line = new FairLine(maxLength);
  const began: string[] = [];
  const refused: string[] = [];
  const gone = new Set<string>();
  const push = (name: string) =>
    line.push({
      network: name.charAt(0),
      isGone: () => gone.has(name),
      begin: () => began.push(name),
      refuse: () => refused.push(name),
    });
  const drain = () => {
    for (let next = line.shift(); next !== undefined; next = line.shift()) next.begin();
    return began.splice(0);
  };
  return { line, push, drain, refused, gone };
}

test('clients take turns, each with its own in order', () => {
  const { push, drain } = createLine(10);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) push(name);
  assert.deepEqual(drain(), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('when it is full, the client with the most goes without its newest', () => {
  const { line, push, drain, refused } = createLine(4);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) push(name);
  assert.deepEqual(refused, ['a5', 'a4', 'a3']);
  assert.equal(line.length, 4);
  assert.deepEqual(drain(), ['a1', 'b1', 'a2', 'b2']);
});

test('who is gone makes room for others and is never begun', () => {
  const { line, push, drain, refused, gone } = createLine(3);
  for (const name of ['a1', 'a2', 'b1']) push(name);
  gone.add('a1').add('b1');
  push('c1');
  assert.deepEqual(refused, ['a1', 'b1']);
  gone.add('a2');
  push('c2');
  assert.deepEqual(drain(), ['c1', 'c2']);
  assert.equal(line.length, 0);
});
