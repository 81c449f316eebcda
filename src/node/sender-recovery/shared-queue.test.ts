import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressFromBytes } from '../../primitives/address.ts';
import { hashFromNumber } from '../../primitives/hash.ts';
import { SharedQueue } from './shared-queue.ts';

const [here, there] = [0, 1];
const raw = Uint8Array.of(1, 2, 3);
const result = { sender: addressFromBytes(new Uint8Array(20).fill(7)), hash: hashFromNumber(9n) };

test('a transaction is recovered by the thread that takes it first, and the other reads the result', () => {
  const queue = new SharedQueue();
  const other = new SharedQueue(queue.memory);
  const numbers = [raw, Uint8Array.of(4), Uint8Array.of(5)].map((bytes) => queue.offer(bytes));
  assert.deepEqual(numbers, [0, 1, 2]);
  assert.ok(queue.takeThis(1, here));
  assert.equal(other.take(there), 0);
  assert.deepEqual(other.rawOf(0), raw);
  assert.ok(queue.isTakenBy(0, there));
  assert.equal(other.take(there), 2, 'what was taken is skipped');
  assert.equal(queue.take(here), undefined);
  assert.ok(!queue.isFinished(0));
  other.finish(0, result);
  other.finish(2, undefined);
  assert.ok(queue.isFinished(0) && queue.isFinished(2));
  assert.deepEqual(queue.resultOf(0), result);
  assert.equal(queue.resultOf(2), undefined);
});

test('a queue that is full has room again when the oldest is released and was passed by', () => {
  const queue = new SharedQueue();
  let count = 0;
  while (queue.offer(raw) !== undefined) count++;
  assert.equal(count, 1024);
  assert.ok(queue.takeThis(0, here));
  queue.release();
  assert.equal(queue.offer(raw), undefined, 'a thread might still come to its place');
  assert.equal(queue.take(there), 1);
  assert.equal(queue.offer(raw), 1024);
  assert.equal(queue.offer(raw), undefined);
});

test('the bytes of transactions go round: none is written over one that is not released', () => {
  const queue = new SharedQueue();
  const open: { readonly number: number; readonly bytes: Uint8Array }[] = [];
  for (let index = 0; index < 5_000; index++) {
    const bytes = new Uint8Array(1 + ((index * 7919) % 100_000)).fill(index % 251);
    for (let number = queue.offer(bytes); ; number = queue.offer(bytes)) {
      if (number !== undefined) {
        open.push({ number, bytes });
        break;
      }
      const oldest = open.shift();
      assert.ok(oldest !== undefined, 'there is room for some');
      assert.equal(queue.take(there), oldest.number);
      assert.deepEqual(queue.rawOf(oldest.number), oldest.bytes);
      queue.release();
    }
  }
});

test('new results are reported once until the other thread has heard of them', () => {
  const queue = new SharedQueue();
  assert.ok(queue.report());
  assert.ok(!queue.report());
  queue.hear();
  assert.ok(queue.report());
});

test('a thread does not sleep while something waits', () => {
  const queue = new SharedQueue();
  assert.ok(!queue.wake(there));
  queue.offer(raw);
  queue.sleep(there);
  assert.equal(queue.take(there), 0);
});
