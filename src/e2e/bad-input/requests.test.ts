import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { post, postJson, type RawResponse, requestText } from '../../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../../testing/test-node.ts';

const good = requestText('eth_chainId', []);
const success = { jsonrpc: '2.0', id: 1, result: '0x2648' };
const parseError = (data: string) => ({ code: -32700, message: 'parse error', data });
const invalid = { code: -32600, message: 'Invalid Request' };

const noRequests: readonly (readonly [body: string, error: object])[] = [
  ['', parseError('Unexpected end of JSON input')],
  ['['.repeat(65) + ']'.repeat(65), parseError('nested deeper than 64 levels')],
  [`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, parseError('nested deeper than 64 levels')],
  ['[]', { ...invalid, data: 'empty batch' }],
  ['null', invalid],
  ['"eth_chainId"', invalid],
  ['{"jsonrpc":"2.0","id":1}', invalid],
  ['{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', invalid],
  ['{"jsonrpc":"2.0","id":{},"method":"eth_chainId"}', invalid],
  ['{"jsonrpc":"2.0","id":1,"method":["eth_chainId"]}', invalid],
  [requestText('eth_nothing', []), { code: -32601, message: 'the method eth_nothing does not exist/is not available' }],
  [requestText('__proto__', []), { code: -32601, message: 'the method __proto__ does not exist/is not available' }],
];

describe('invalid requests', () => {
  const closers: (() => Promise<void>)[] = [];
  let node: TestNode;
  const isAlive = async () => assert.deepEqual(await postJson(node.urls.http, good), success);

  before(async () => {
    const limits = { 'json-rpc.max-body-size': '20000', 'json-rpc.max-batch': '20' };
    const times = { 'json-rpc.header-timeout': '1s', 'json-rpc.request-timeout': '2s' };
    node = await startTestNode({ after: (end) => void closers.push(end) }, { flags: { ...limits, ...times } });
  });
  after(async () => {
    for (const close of closers) await close();
  });

  test('get an error that says what is wrong', async () => {
    for (const [body, error] of noRequests) {
      assert.deepEqual((await postJson(node.urls.http, body)).error, error, body);
    }
    const { error } = await postJson(node.urls.http, '{"jsonrpc":"2.0",');
    assert.deepEqual([error?.code, error?.message], [-32700, 'parse error']); // the rest is the message of V8
    await isAlive();
  });

  test('in a batch do not affect the other entries', async () => {
    const responses = await postJson<RawResponse[]>(node.urls.http, `[1,${good},${requestText('eth_nothing', [], 2)}]`);
    assert.deepEqual(
      responses.map(({ id, error }) => [id, error?.code]),
      [
        [null, -32600],
        [1, undefined],
        [2, -32601],
      ],
    );
    const many = `[${Array(21).fill(good).join()}]`;
    const { error } = await postJson(node.urls.http, many);
    assert.deepEqual(error, { code: -32600, message: 'batch too large: at most 20 requests' });
  });

  test('in bytes that are not UTF-8 are rejected', async () => {
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]]) {
      const body = Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ]);
      assert.deepEqual((await postJson(node.urls.http, body)).error, parseError('not valid UTF-8'));
    }
    await isAlive();
  });

  test('over the limit get status 413, which names it', async () => {
    const { status, text } = await post(node.urls.http, ' '.repeat(20_001));
    assert.equal(status, 413);
    assert.match(text, /20000 bytes/);
    assert.equal((await post(node.urls.http, good.padEnd(20_000))).status, 200);
  });

  test('over WebSocket close the connection only when the frames are invalid', async () => {
    const open = async () => {
      const socket = new WebSocket(node.urls.webSocket);
      socket.on('error', () => {});
      await once(socket, 'open');
      return socket;
    };
    const socket = await open();
    for (const [body, error] of noRequests.slice(1)) {
      socket.send(body);
      const [message] = await once(socket, 'message');
      assert.deepEqual(JSON.parse(String(message)).error, error, body);
    }
    socket.send(' '.repeat(20_001));
    assert.equal((await once(socket, 'close'))[0], 1009);
    const other = await open();
    other.send(Buffer.from([0xff]), { binary: false });
    assert.equal((await once(other, 'close'))[0], 1007);
    await isAlive();
  });

  test('that never end are cut off, and those of half-closed connections get a response', async () => {
    const { hostname, port } = new URL(node.urls.http);
    const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    const whole = `${head}content-length: ${good.length}\r\n\r\n${good}`;
    const exchange = async (text: string, end = false) => {
      const socket = connect(Number(port), hostname, () => (end ? socket.end(text) : socket.write(text)));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      await once(socket, 'close');
      return Buffer.concat(chunks).toString();
    };
    const slow = Array.from({ length: 50 }, (_, i) =>
      exchange(i % 2 === 0 ? head : `${head}content-length: 9\r\n\r\n{`),
    );
    await isAlive();
    assert.ok((await exchange(whole, true)).endsWith('{"jsonrpc":"2.0","id":1,"result":"0x2648"}'));
    for (const response of await Promise.all(slow)) assert.match(response, /^HTTP\/1.1 408 /);
    await isAlive();
  });
});
