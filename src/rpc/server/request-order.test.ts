import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { clientAt } from './access/client.ts';
import { RequestOrder } from './request-order.ts';
import { UnfinishedBytes } from './unfinished-bytes.ts';

const client = clientAt('10.0.0.1');

/** Requests that wait; `iterate` runs the next iteration of the event loop, in which one of each kind is handled. */
function open(limits: { totalBytes: number; bytesPerClient: number }) {
  const iterations: (() => void)[] = [];
  let now = 0;
  const mainThread = new MainThread({
    now: () => now,
    nextIteration: (run) => iterations.push(run),
    onFault: (error) => assert.fail(String(error)),
  });
  const unfinished = new UnfinishedBytes(limits);
  const order = new RequestOrder(mainThread, unfinished);
  const handled: string[] = [];
  const send = (name: string, length: number, owner = ownerOf(client.network)) => {
    const handle = (body: Uint8Array | string) => {
      now += 1_000;
      handled.push(typeof body === 'string' ? `${name}: ${body}` : name);
    };
    order.run(owner, client, { body: new Uint8Array(length), handle, guard: (run) => run() });
  };
  mainThread.charge('request', 1_000);
  mainThread.charge('longRequest', 1_000);
  const iterate = () => {
    iterations.shift()?.();
    return handled.splice(0);
  };
  return { send, handled, unfinished, iterate };
}

function ownerOf(network: string): Owner {
  return { network, connection: {}, hasLeft: false };
}

test('requests that wait are limited for each client and in all: one less, full, and one more', () => {
  for (const limits of [
    { totalBytes: 1e6, bytesPerClient: 3_000 },
    { totalBytes: 4_500, bytesPerClient: 1e6 }, // two thirds for clients with much
  ]) {
    const { send, handled, unfinished, iterate } = open(limits);
    for (const [name, length] of [
      ['a', 1_000],
      ['b', 1_999],
      ['c', 2],
      ['d', 1],
      ['e', 1],
    ] as const)
      send(name, length);
    assert.deepEqual([handled, unfinished.bytes], [[], 3_000]);
    const all = Array.from({ length: 5 }, iterate).flat();
    assert.deepEqual(all, ['a', 'b', 'c: busy', 'd', 'e: busy']);
    assert.equal(unfinished.bytes, 0);
    send('f', 3_000);
    assert.equal(unfinished.bytes, 3_000);
  }
});

test('requests of one connection stay in order, however long they are, and count while they wait', () => {
  const { send, unfinished, iterate } = open({ totalBytes: 1e6, bytesPerClient: 1e6 });
  const one = ownerOf(client.network);
  send('long', 100_000, one);
  send('short', 10, one);
  send('other', 10);
  assert.equal(unfinished.bytes, 100_020);
  assert.deepEqual(iterate(), ['other', 'long']);
  assert.equal(unfinished.bytes, 10);
  assert.deepEqual(iterate(), ['short']);
  assert.equal(unfinished.bytes, 0);
});

test('long requests of many clients keep the short ones of others waiting for none of them', () => {
  const { send, iterate } = open({ totalBytes: 1e9, bytesPerClient: 1e9 });
  for (let last = 1; last <= 20; last++) send('long', 65_537, ownerOf(`10.0.1.${last}`));
  send('short', 65_536);
  assert.deepEqual(iterate(), ['short', 'long']);
});
