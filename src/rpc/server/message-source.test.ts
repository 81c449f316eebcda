import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageSource } from './message-source.ts';

test('a connection that two have paused reads again when both have resumed it', () => {
  const calls: string[] = [];
  const source = new MessageSource({ pause: () => calls.push('pause'), resume: () => calls.push('resume') });
  source.pause();
  source.pause();
  source.resume();
  assert.deepEqual(calls, ['pause']);
  source.resume();
  assert.deepEqual(calls, ['pause', 'resume']);
});
