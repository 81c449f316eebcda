import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeSlowest } from './websocket-hub.ts';

test('the clients with most unread messages are closed until half of the limit is free, and none below the limit', () => {
  const closed: number[] = [];
  const sessions = [10, 0, 40, 30, 20].map((unread, index) => ({ unread, end: () => void closed.push(index) }));
  closeSlowest(sessions, 100);
  assert.deepEqual(closed, []);
  closeSlowest(sessions, 99);
  assert.deepEqual(closed, [2, 3]);
});
