import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadResponses } from './unread-responses.ts';

const unit = 64;
/** bytes for which there is room beside large shares */
const smallShare = 50;

function open() {
  const clock = { now: 0 };
  const unread = new UnreadResponses({ totalBytes: 150 * unit, bytesPerConnection: 61 * unit }, () => clock.now);
  const cut: string[] = [];
  const share = (name: string) => unread.share(() => cut.push(name));
  return { clock, unread, cut, share };
}

test('the bytes of a connection are limited, and free again when its responses are read', () => {
  const { unread, share } = open();
  const one = share('one');
  const [first, second] = [one.response(), one.response()];
  assert.equal(first.reserve(40 * unit), undefined);
  assert.match(
    second.reserve(30 * unit)?.message ?? '',
    /of this connection .* 3904 bytes \(http\.max-unread-per-connection\)/,
  );
  assert.equal(second.reserve(20 * unit), undefined);
  first.release();
  first.release();
  assert.equal(unread.bytes, 20 * unit);
  assert.equal(first.reserve(40 * unit), undefined);
});

test('at the total limit, more is rejected while all clients read', () => {
  const { clock, cut, share } = open();
  const [one, two, three] = [share('one').response(), share('two').response(), share('three').response()];
  one.reserve(50 * unit);
  two.reserve(50 * unit);
  clock.now = 1900;
  const fault = three.reserve(20 * unit);
  assert.deepEqual([fault?.code, cut], [-32005, []]);
  assert.match(fault?.message ?? '', /at most 9600 bytes \(http\.max-unread-responses\)/);
  assert.equal(three.reserve(smallShare), undefined, 'the last third is for small shares');
  one.release();
  assert.equal(three.reserve(20 * unit), undefined);
});

test('at the total limit, connections that have stopped reading are closed, the largest first', () => {
  const { clock, cut, unread, share } = open();
  const [large, small, reading, requesting] = [share('large'), share('small'), share('reading'), share('requesting')];
  const part = reading.response();
  large.response().reserve(40 * unit);
  small.response().reserve(20 * unit);
  part.reserve(40 * unit);
  clock.now = 2001;
  part.recordProgress();
  assert.equal(requesting.response().reserve(30 * unit), undefined);
  assert.deepEqual([cut, unread.bytes], [['large'], 90 * unit]);
  assert.equal(requesting.response().reserve(30 * unit), undefined);
  assert.deepEqual([cut, unread.bytes], [['large', 'small'], 100 * unit]);
  assert.equal(share('late').response().reserve(smallShare), undefined);
  assert.equal(reading.response().reserve(20 * unit)?.code, -32005);
});

test('a connection that has ended no longer counts', () => {
  const { unread, share } = open();
  const one = share('one');
  const response = one.response();
  response.reserve(50 * unit);
  one.close();
  response.release();
  assert.equal(response.reserve(50 * unit), undefined);
  assert.equal(unread.bytes, 0);
});

test('results that arrive count in the total, whole or in parts, and not as responses of their connection', () => {
  const { clock, cut, unread, share } = open();
  const [one, two] = [share('one').response(), share('two').response()];
  const [first, second] = [one.arriving(), two.arriving()];
  for (let part = 0; part < 10; part++) assert.equal(first.add(7 * unit), undefined);
  assert.equal(second.add(30 * unit), undefined, 'two thirds, exactly full');
  assert.match(second.add(1 * unit)?.message ?? '', /at most 9600 bytes \(http\.max-unread-responses\)/);
  second.release();
  second.release();
  assert.equal(unread.bytes, 70 * unit);
  first.release();
  assert.equal(one.reserve(70 * unit), undefined, 'a response longer than those of a connection together');
  assert.equal(unread.bytes, 70 * unit);
  clock.now = 2001;
  assert.equal(second.add(100 * unit), undefined, 'it takes the place of one that nobody reads');
  assert.deepEqual([cut, unread.bytes], [['one'], 100 * unit]);
});

test('a connection whose result arrives slowly is not closed for what its client cannot have read', () => {
  const { clock, cut, share } = open();
  share('slow')
    .response()
    .arriving()
    .add(80 * unit);
  clock.now = 2001;
  assert.equal(
    share('other')
      .response()
      .reserve(60 * unit)?.code,
    -32005,
  );
  assert.deepEqual(cut, []);
});

test('a connection that ends while its result arrives no longer counts', () => {
  const { unread, share } = open();
  const one = share('one');
  const arriving = one.response().arriving();
  arriving.add(50 * unit);
  one.close();
  assert.equal(arriving.add(50 * unit), undefined);
  arriving.release();
  assert.equal(unread.bytes, 0);
});

test('connections that grow one after the other and read nothing leave room for others', () => {
  const { unread, share } = open();
  for (let index = 0; index < 60; index++) {
    const one = share(`${index}`);
    while (one.bytes < 14 * unit && one.response().reserve(smallShare / 10) === undefined);
  }
  assert.equal(share('small').response().reserve(smallShare), undefined, `${unread.bytes} are unread`);
});
