import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText, postJson, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

const endless = '0x5b600056';
/** A call of 400 kB that runs until its time is up. */
const longCall = (number: number) =>
  requestText(
    'eth_call',
    [
      `{"to":"0x${'cd'.repeat(20)}","data":"0x${'00'.repeat(200_000)}","gas":"0x17d7840"}`,
      '"latest"',
      `{"0x${'cd'.repeat(20)}":{"code":"${endless}"}}`,
    ],
    number,
  );

test('the bytes of waiting requests are limited, for one client and for all, and small requests are still served', async (t) => {
  const limits = [
    ['json-rpc.max-waiting-bytes-per-client', 'bytes of waiting requests of one client'],
    ['json-rpc.max-waiting-bytes', 'bytes of waiting requests'],
  ] as const;
  for (const [key, what] of limits) {
    const flags = { [key]: '1048576', 'json-rpc.evm-timeout': '300ms', 'json-rpc.gas-cap': '0' };
    const { urls } = await startTestNode(t, { flags });
    const calls = Array.from({ length: 12 }, (_, number) => postJson(urls.http, longCall(number)));
    assert.equal(errorText(await postJson(urls.http, requestText('eth_chainId', []))), 'result "0x2648"');
    const results = await Promise.all(calls);
    assert.deepEqual(
      results.map(({ id }) => id),
      calls.map((_, number) => number),
    );
    const rejected = results.map(errorText).filter((fault) => fault.startsWith('-32005'));
    assert.ok(rejected.length > 0 && rejected.length < results.length, `${rejected.length} rejected`);
    assert.deepEqual([...new Set(rejected)], [`-32005 too many ${what}: at most 1048576 (${key})`]);
    const later = await postJson(urls.http, longCall(20).replace(endless, '0x00'));
    assert.equal(errorText(later), 'result "0x"', 'what has ended no longer counts');
  }
});
