import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadResponses } from './unread-responses.ts';

function open() {
  const clock = { now: 0 };
  const unread = new UnreadResponses({ total: 150, perConnection: 61 }, () => clock.now);
  const cut: string[] = [];
  const share = (name: string) => unread.share(() => cut.push(name));
  return { clock, unread, cut, share };
}

test('the bytes of a connection are limited, and free again when its responses are read', () => {
  const { unread, share } = open();
  const one = share('one');
  const [first, second] = [one.response(), one.response()];
  assert.equal(first.reserve(40), undefined);
  assert.match(second.reserve(30)?.message ?? '', /of this connection .* 61 bytes \(http\.max-unread-per-connection\)/);
  assert.equal(second.reserve(20), undefined);
  first.release();
  first.release();
  assert.equal(unread.bytes, 20);
  assert.equal(first.reserve(40), undefined);
});

test('at the total limit, more is rejected while all clients read', () => {
  const { clock, cut, share } = open();
  const [one, two, three] = [share('one').response(), share('two').response(), share('three').response()];
  one.reserve(50);
  two.reserve(50);
  clock.now = 1900;
  const fault = three.reserve(20);
  assert.deepEqual([fault?.code, cut], [-32005, []]);
  assert.match(fault?.message ?? '', /at most 150 bytes \(http\.max-unread-responses\)/);
  assert.equal(three.reserve(15), undefined, 'the last third is for small shares');
  one.release();
  assert.equal(three.reserve(20), undefined);
});

test('at the total limit, connections that have stopped reading are closed, the largest first', () => {
  const { clock, cut, unread, share } = open();
  const [large, small, reading, requesting] = [share('large'), share('small'), share('reading'), share('requesting')];
  const part = reading.response();
  large.response().reserve(40);
  small.response().reserve(20);
  part.reserve(40);
  clock.now = 2001;
  part.recordProgress();
  assert.equal(requesting.response().reserve(30), undefined);
  assert.deepEqual([cut, unread.bytes], [['large'], 90]);
  assert.equal(requesting.response().reserve(30), undefined);
  assert.deepEqual([cut, unread.bytes], [['large', 'small'], 100]);
  assert.equal(share('late').response().reserve(1), undefined);
  assert.equal(reading.response().reserve(20)?.code, -32005);
});

test('a connection that has ended no longer counts', () => {
  const { unread, share } = open();
  const one = share('one');
  const response = one.response();
  response.reserve(50);
  one.close();
  response.release();
  assert.equal(response.reserve(50), undefined);
  assert.equal(unread.bytes, 0);
});

test('results that arrive count in the total, whole or in parts, and not as responses of their connection', () => {
  const { clock, cut, unread, share } = open();
  const [one, two] = [share('one').response(), share('two').response()];
  const [first, second] = [one.arriving(), two.arriving()];
  for (let part = 0; part < 10; part++) assert.equal(first.add(7), undefined);
  assert.equal(second.add(30), undefined, 'two thirds, exactly full');
  assert.match(second.add(1)?.message ?? '', /at most 150 bytes \(http\.max-unread-responses\)/);
  second.release();
  second.release();
  assert.equal(unread.bytes, 70);
  first.release();
  assert.equal(one.reserve(70), undefined, 'a response longer than those of a connection together');
  assert.equal(unread.bytes, 70);
  clock.now = 2001;
  assert.equal(second.add(100), undefined, 'it takes the place of one that nobody reads');
  assert.deepEqual([cut, unread.bytes], [['one'], 100]);
});

test('a connection that ends while its result arrives no longer counts', () => {
  const { unread, share } = open();
  const one = share('one');
  const arriving = one.response().arriving();
  arriving.add(50);
  one.close();
  assert.equal(arriving.add(50), undefined);
  arriving.release();
  assert.equal(unread.bytes, 0);
});
