import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openIdleCollection } from './idle-collection.ts';

const megabyte = 1024 * 1024;
const heapUsed = () => process.memoryUsage().heapUsed / megabyte;

/** Fills 160 MB of the heap, and drops all of it. */
function makeGarbage(): number {
  const numbers = new Array<number>(20 * megabyte).fill(0.5);
  return numbers.length + heapUsed();
}

test('the garbage of a quiet process is collected', { timeout: 60_000 }, async (t) => {
  const before = heapUsed();
  const idle = openIdleCollection(20);
  t.after(() => idle.close());
  assert.ok(makeGarbage() > before + 100);
  while (heapUsed() > before + 40) await sleep(20);
});
