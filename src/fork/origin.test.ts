import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { OriginError } from '../state/origin-state.ts';
import { listen } from '../testing/node/listen.ts';
import { usedBytes } from '../testing/process/heap.ts';
import { forkOptions } from './options.ts';
import { Origin } from './origin.ts';

test('a request that the origin never answers ends, however often memory is collected', {
  timeout: 600_000,
}, async (t) => {
  const server = createServer((request) => void request.resume());
  const url = `http://127.0.0.1:${await listen(t, server)}`;
  const origin = new Origin(url, forkOptions.parse({ url, timeout: '500ms', retries: 0 }));
  const collecting = setInterval(usedBytes, 20);
  t.after(() => clearInterval(collecting));
  const isLate = (error: unknown) => error instanceof OriginError && /no response within 0.5 s/.test(error.message);
  await assert.rejects(origin.request('eth_chainId', []), isLate);
  const closed = assert.rejects(origin.request('eth_chainId', []), OriginError);
  origin.close();
  await closed;
});

test('a response that would take long to parse is an error that says so', async (t) => {
  let result = '';
  const server = createServer((_, response) => response.end(`{"jsonrpc":"2.0","id":1,"result":${result}}`));
  const url = `http://127.0.0.1:${await listen(t, server)}`;
  const origin = new Origin(url, forkOptions.parse({ url }));
  t.after(() => origin.close());
  result = `[${'1,'.repeat(199_000)}1]`;
  const logs = await origin.request('eth_getLogs', []);
  assert.equal(Array.isArray(logs) && logs.length, 199_001);
  result = `[${'1,'.repeat(200_000)}1]`;
  const isTooMuch = (error: unknown) => error instanceof OriginError && error.code === -32005;
  await assert.rejects(origin.request('eth_getLogs', []), isTooMuch);
  result = `"${'a'.repeat(2 ** 24)}"`;
  await assert.rejects(origin.request('eth_getLogs', []), /above 16777216 bytes \(fork.max-response-size\)/);
});

test('a name and password in an address are sent as a header, and no error has them', async (t) => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization, request.url);
    response.end(seen.length > 2 ? 'no JSON' : '{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  const url = `http://us%3Aer:pass%zz@127.0.0.1:${await listen(t, server)}/key`;
  const origin = new Origin(url, forkOptions.parse({ url, retries: 0 }));
  t.after(() => origin.close());
  assert.equal(await origin.request('eth_chainId', []), '0x1');
  const header = `Basic ${Buffer.from('us:er:pass%zz').toString('base64')}`;
  assert.deepEqual(seen, [header, '/key']);
  await assert.rejects(origin.request('eth_chainId', []), ({ message }: Error) => !/us:|us%3A|pass|key/.test(message));
});
