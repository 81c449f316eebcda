import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deliveries, type Recipient } from './deliveries.ts';
import { clientAt } from './server/access/client.ts';

/** A recipient that counts what it is sent, until it is ended. */
function recipientAt(address: string) {
  const state = { sent: 0, ended: 0 };
  const session = { send: () => void state.sent++, onClose: () => {}, end: () => void state.ended++ };
  return { state, recipient: { client: clientAt(address), session } };
}

/** Sends so many messages to the recipient; each takes so many milliseconds on the clock. */
function* job(recipient: Recipient, count: number, clock: { time: number }, takes: number): Iterable<Recipient> {
  for (let i = 0; i < count; i++) {
    clock.time += takes;
    recipient.session.send('');
    yield recipient;
  }
}

test('short jobs are sent at once, the rest in time slices and in order', async () => {
  const clock = { time: 0 };
  const deliveries = new Deliveries(() => clock.time);
  const [first, second] = [recipientAt('10.0.0.1'), recipientAt('10.0.0.2')];
  deliveries.add(job(first.recipient, 1000, clock, 0.001));
  assert.equal(first.state.sent, 1000);
  deliveries.add(job(first.recipient, 1000, clock, 0.1));
  deliveries.add(job(second.recipient, 1, clock, 0.1));
  assert.ok(first.state.sent < 1200 && second.state.sent === 0);
  while (second.state.sent === 0) await nextTurn();
  assert.equal(first.state.sent, 2000);
});

test('the client that was sent most is disconnected when messages are late for ten seconds, and not before', async () => {
  const clock = { time: 0 };
  const deliveries = new Deliveries(() => clock.time);
  const [modest, greedy] = [recipientAt('10.0.0.1'), recipientAt('10.0.0.2')];
  function* mixed(count: number): Iterable<Recipient> {
    for (let i = 0; i < count; i++) yield* job((i % 10 === 0 ? modest : greedy).recipient, 1, clock, 0.1);
  }
  deliveries.add(mixed(90_000));
  while (modest.state.sent < 9_000) await nextTurn();
  assert.deepEqual([modest.state.ended, greedy.state.ended], [0, 0]);
  await nextTurn();
  deliveries.add(mixed(110_000));
  while (modest.state.sent < 20_000) await nextTurn();
  assert.deepEqual([modest.state.ended, greedy.state.ended], [0, 1]);
});
