import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAt } from './access/client.ts';
import { GrowingBytes } from './request-body.ts';
import { UnfinishedBytes } from './unfinished-bytes.ts';

test('bytes that are appended piece by piece are returned as they came, up to the limit exactly', () => {
  for (const limit of [1, 4095, 4096, 4097, 8192, 10_000]) {
    for (const piece of [1, 7, 4096, limit]) {
      const whole = Buffer.from(Array.from({ length: limit }, (_, index) => index & 0xff));
      const bytes = new GrowingBytes(limit);
      for (let at = 0; at < limit; at += piece) bytes.append(whole.subarray(at, Math.min(limit, at + piece)));
      assert.equal(bytes.sizeWith(0), limit <= 4096 ? limit : bytes.sizeWith(0));
      assert.ok(bytes.sizeWith(0) <= limit);
      assert.throws(() => bytes.append(Buffer.alloc(1)), RangeError);
      assert.deepEqual(Buffer.from(bytes.take()), whole, `${limit} bytes by ${piece}`);
      assert.equal(bytes.take().length, 0);
    }
  }
});

test('unfinished bytes are limited for each client and for all, exactly, and come back', () => {
  const unfinished = new UnfinishedBytes({ totalBytes: 6_400, bytesPerClient: 4_000 });
  const shareOf = (address: string) => unfinished.share(clientAt(address));
  const [one, again, other, third] = ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3'].map(shareOf);
  assert.equal(one?.hold(2_000), undefined);
  assert.equal(again?.hold(2_001), 'http.max-unfinished-bodies-per-client');
  assert.equal(again?.hold(2_000), undefined);
  assert.equal(other?.hold(267), 'http.max-unfinished-bodies', 'two thirds for clients with much');
  assert.equal(other?.hold(266), undefined);
  assert.equal(third?.hold(101), 'http.max-unfinished-bodies');
  const small = Array.from({ length: 21 }, (_, index) => shareOf(`10.0.1.${index}`));
  for (const share of [third, ...small.slice(1)]) assert.equal(share?.hold(100), undefined);
  assert.equal(unfinished.bytes, 6_366);
  assert.equal(small[0]?.hold(35), 'http.max-unfinished-bodies');
  assert.equal(small[0]?.hold(34), undefined);
  one?.hold(1_000);
  assert.equal(small[0]?.hold(35), undefined);
  for (const share of [one, again, other, third, ...small]) share?.release();
  assert.equal(unfinished.bytes, 0);
});
