import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ResponseBatcher } from './response-batcher.ts';

test('63, 64 and 65 responses are each written once, in order, at the latest in the next turn', async () => {
  for (const count of [0, 1, 63, 64, 65, 128, 129]) {
    const written: number[] = [];
    const batcher = new ResponseBatcher((_socket, { status }) => {
      written.push(status);
      return true;
    });
    const target = { socket: new Socket(), guard: (work: () => void) => work(), onFullSocket: () => assert.fail() };
    for (let status = 0; status < count; status++) batcher.add(target, { status, contentType: 'text/plain', body: '' });
    assert.ok(count - written.length < 64, 'a full batch is written at once');
    await nextTurn();
    assert.deepEqual(written, [...Array(count).keys()]);
    batcher.flush();
    assert.equal(written.length, count);
  }
});
