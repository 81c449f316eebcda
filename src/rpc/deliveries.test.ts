import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Faults } from '../primitives/faults.ts';
import { testMainThread } from '../testing/process/main-thread.ts';
import { until } from '../testing/until.ts';
import { Deliveries, type Recipient, sent, waiting } from './deliveries.ts';
import { clientAt } from './server/access/client.ts';

/** A recipient that counts what it is sent, until it is ended. */
function recipientAt(address: string) {
  const state = { sent: 0, ended: 0 };
  const session = { send: () => void state.sent++, onClose: () => {}, end: () => void state.ended++ };
  return { state, recipient: { client: clientAt(address), session } };
}

/** Sends so many messages to the recipient; each takes so many milliseconds on the clock. */
function* job(recipient: Recipient, count: number, clock: { time: number }, takes: number): Iterable<unknown> {
  for (let i = 0; i < count; i++) {
    clock.time += takes;
    recipient.session.send('');
    yield sent;
  }
}

function open() {
  const clock = { time: 0 };
  const faults = new Faults();
  return {
    clock,
    faults,
    deliveries: new Deliveries(
      faults,
      testMainThread(Number.POSITIVE_INFINITY, () => clock.time),
      () => clock.time,
    ),
  };
}

test('short jobs are sent at once, the rest in time slices, and those of a session in order', async () => {
  const { clock, deliveries } = open();
  const { state, recipient } = recipientAt('10.0.0.1');
  deliveries.add(recipient, job(recipient, 1000, clock, 0.001), 1000);
  assert.equal(state.sent, 1000);
  deliveries.add(recipient, job(recipient, 1000, clock, 0.1), 1000);
  let sentBefore = 0;
  function* last() {
    sentBefore = state.sent;
    yield sent;
  }
  deliveries.add(recipient, last(), 1);
  assert.ok(state.sent < 1200, `${state.sent}`);
  await until(() => sentBefore > 0, 'the last job');
  assert.equal(sentBefore, 2000);
});

test('clients take turns, and so do the sessions of a client: a long list delays nobody else', async () => {
  const { clock, deliveries } = open();
  const greedy = Array.from({ length: 10 }, () => recipientAt('10.0.0.2'));
  const [neighbour, other] = [recipientAt('10.0.0.2'), recipientAt('10.0.0.1')];
  for (const { recipient } of greedy) deliveries.add(recipient, job(recipient, 10_000, clock, 0.1), 10_000);
  for (const { recipient } of [neighbour, other]) deliveries.add(recipient, job(recipient, 1, clock, 0.1), 1);
  await until(() => other.state.sent > 0, 'the other client');
  const total = () => greedy.reduce((sum, { state }) => sum + state.sent, 0);
  assert.ok(total() < 1000, `${total()} messages before that to another client`);
  await until(() => neighbour.state.sent > 0, 'the other session');
  assert.ok(total() < 5000, `${total()} messages before that to another session`);
});

test('what waits for shared work continues with it, and delays nobody', async () => {
  const { clock, deliveries } = open();
  const [first, second] = [recipientAt('10.0.0.1'), recipientAt('10.0.0.2')];
  let found = 0;
  function* work() {
    for (; found < 1000; found++) {
      clock.time += 0.1;
      yield;
    }
  }
  function* follow({ state, recipient }: typeof first) {
    for (;;) {
      if (state.sent < found) {
        recipient.session.send();
        yield sent;
      } else if (found === 1000) return;
      else yield waiting;
    }
  }
  deliveries.together(() => {
    deliveries.add(first.recipient, follow(first), 0);
    deliveries.share('logs', work());
    deliveries.add(second.recipient, job(second.recipient, 1, clock, 0.1), 1);
  });
  await until(() => second.state.sent > 0, 'the second client');
  assert.ok(found < 200, `${found}`);
  await until(() => first.state.sent === 1000, 'all messages of the first client');
});

test('a session that would get more messages than a million is ended before they are made', () => {
  const { deliveries } = open();
  const [exact, over] = [recipientAt('10.0.0.1'), recipientAt('10.0.0.1')];
  deliveries.together(() => {
    for (const { recipient } of [exact, over]) deliveries.add(recipient, [waiting], 1_000_000);
    assert.equal(over.state.ended, 0);
    deliveries.expect(over.recipient, 1);
  });
  assert.deepEqual(
    [exact.state, over.state],
    [
      { sent: 0, ended: 0 },
      { sent: 0, ended: 1 },
    ],
  );
});

test('the client that most messages wait for is disconnected when they are ten seconds late, and not before', async () => {
  const { clock, deliveries } = open();
  const [modest, greedy] = [recipientAt('10.0.0.1'), recipientAt('10.0.0.2')];
  deliveries.add(greedy.recipient, job(greedy.recipient, 150_000, clock, 0.1), 150_000);
  deliveries.add(modest.recipient, job(modest.recipient, 40_000, clock, 0.1), 40_000);
  await until(() => clock.time >= 9_900, 'almost ten seconds of the clock');
  assert.deepEqual([modest.state.ended, greedy.state.ended], [0, 0]);
  assert.equal(modest.state.sent, 40_000);
  await until(() => greedy.state.ended > 0 || clock.time >= 12_000, 'the end of the greedy client');
  assert.deepEqual([modest.state.ended, greedy.state.ended], [0, 1]);
  assert.ok(greedy.state.sent < 65_000, `${greedy.state.sent}`);
});

test('what a job throws ends its session only, and what shared work throws those that wait for it', async () => {
  const { clock, faults, deliveries } = open();
  const [broken, waits, other] = ['10.0.0.1', '10.0.0.1', '10.0.0.2'].map(recipientAt);
  assert.ok(broken && waits && other);
  let error: unknown;
  function* work() {
    yield;
    error = new Error('shared');
    throw error;
  }
  function* wait() {
    while (error === undefined) yield waiting;
    throw error;
  }
  function* fail() {
    yield sent;
    throw new Error('own');
  }
  deliveries.together(() => {
    deliveries.add(broken.recipient, fail(), 1);
    deliveries.add(waits.recipient, wait(), 0);
    deliveries.share('logs', work());
    deliveries.share('logs', job(other.recipient, 1, clock, 0.1));
    deliveries.add(other.recipient, job(other.recipient, 1, clock, 0.1), 1);
  });
  await until(() => other.state.sent === 2, 'both messages');
  assert.deepEqual(
    [broken, waits, other].map(({ state }) => state.ended),
    [1, 1, 0],
  );
  assert.equal(faults.counts.get('delivery'), 3);
});

test('what waits for a session is forgotten with it', async () => {
  const { clock, deliveries } = open();
  const [left, other] = [recipientAt('10.0.0.1'), recipientAt('10.0.0.1')];
  deliveries.add(left.recipient, job(left.recipient, 1000, clock, 0.1), 1000);
  deliveries.drop(left.recipient);
  const before = left.state.sent;
  deliveries.add(other.recipient, job(other.recipient, 100, clock, 0.1), 100);
  await until(() => other.state.sent === 100, 'all messages');
  assert.equal(left.state.sent, before);
});
