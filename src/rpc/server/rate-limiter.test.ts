import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAt } from './access/client.ts';
import { RateLimiter, requestCount } from './rate-limiter.ts';

test('a client may send its requests per second, and more after a while', () => {
  let now = 0;
  const limiter = new RateLimiter(10, () => now);
  for (let i = 0; i < 10; i++) {
    assert.equal(limiter.wait(clientAt('1.2.3.4')), 0);
    limiter.charge(clientAt('1.2.3.4'), 1);
  }
  assert.equal(limiter.wait(clientAt('1.2.3.4')), 100);
  assert.equal(limiter.wait(clientAt('1.2.3.5')), 0);
  now = 100;
  assert.equal(limiter.wait(clientAt('1.2.3.4')), 0);
});

test('a large batch delays the next request', () => {
  let now = 0;
  const limiter = new RateLimiter(10, () => now);
  limiter.charge(clientAt('1.2.3.4'), 110);
  assert.equal(limiter.wait(clientAt('1.2.3.4')), 10_100);
  now = 10_100;
  assert.equal(limiter.wait(clientAt('1.2.3.4')), 0);
});

test('the longest wait is one that a timer can keep', () => {
  const limiter = new RateLimiter(1, () => 0);
  const waits = [2_147_483, 1, 5_000_000].map((requests) => {
    limiter.charge(clientAt('1.2.3.4'), requests);
    return limiter.wait(clientAt('1.2.3.4'));
  });
  assert.deepEqual(waits, [2_147_483_000, 2 ** 31 - 1, 2 ** 31 - 1]);
});

test('addresses of one IPv6 network share a bucket', () => {
  const limiter = new RateLimiter(1, () => 0);
  limiter.charge(clientAt('2001:db8:0:1::5'), 1);
  assert.equal(limiter.wait(clientAt('2001:db8:0:1:9:9:9:9')), 1000);
  assert.equal(limiter.wait(clientAt('2001:db8:0:1001::5')), 0);
  limiter.charge(clientAt('::1'), 1);
  assert.equal(limiter.wait(clientAt('::1')), 1000);
});

test('a client over its limit stays limited while many others call', () => {
  const limiter = new RateLimiter(1, () => 0);
  limiter.charge(clientAt('1.2.3.4'), 1);
  for (let i = 0; i < 30_000; i++) limiter.wait(clientAt(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`));
  assert.equal(limiter.wait(clientAt('1.2.3.4')), 1000);
});

test('the requests of a batch are counted', () => {
  const count = (text: string) => requestCount(Buffer.from(text));
  assert.equal(count('{"method":"a"}'), 1);
  assert.equal(count(' \n[{"method":"a"},{"method":"b"},{"id":3,"method":"c"}]'), 3);
  assert.equal(count('[{"\\u006dethod":"a"},{"m\\u0065thod":"b","params":[{"a":[1,2]},3]} , {}]'), 3, 'escaped names');
  assert.equal(count('[{"method":"a,\\",[","params":["],[","\\\\"]},{"method":"b"}]'), 2, 'brackets in texts');
  assert.equal(count('[{"method":"a'), 1);
  assert.equal(count('[]'), 1);
  assert.equal(count(''), 1);
});
