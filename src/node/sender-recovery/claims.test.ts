import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxTasks, TaskClaims } from './claims.ts';

test('a task is executed by the side that claims it first', () => {
  const here = new TaskClaims();
  const there = new TaskClaims(here.memory);
  here.offer(0);
  here.offer(1);
  assert.ok(there.claim(0));
  assert.ok(!here.claim(0));
  assert.ok(here.claim(1));
  assert.ok(!there.claim(1));
});

test('a number whose turn comes again can be claimed again', () => {
  const claims = new TaskClaims();
  claims.offer(3);
  assert.ok(!claims.isClaimed(3));
  assert.ok(claims.claim(3));
  assert.ok(claims.isClaimed(3));
  claims.offer(3 + maxTasks);
  assert.ok(claims.claim(3 + maxTasks));
});
