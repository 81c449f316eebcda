import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { type RawResponse, requestText } from '../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const evil = 'https://evil.example';
const local = ['http://localhost:3000', 'http://127.0.0.1:8547', 'http://[::1]:5173', 'chrome-extension://abc'];

/** Posts as a page of an origin would, or as a program that has none. */
async function post(url: string, body: string, origin?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(origin !== undefined && { origin }) };
  return fetch(url, { method: 'POST', headers, body });
}

async function ask(url: string, body: string, origin?: string): Promise<RawResponse> {
  return JSON.parse(await (await post(url, body, origin)).text());
}

/** Sends a request head unchanged over a separate connection; resolves to everything received. */
async function exchange(url: string, ...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return received;
}

describe('web pages and a development node', () => {
  let node: TestNode;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    const flags = { 'consensus.block-interval': '0s', 'metrics.enable': 'true' };
    node = await startTestNode({ after: (close) => closers.push(close) }, { flags });
  });
  after(async () => {
    for (const close of closers) await close();
  });
  const transfer = () => {
    const [from, to] = node.accounts.map(({ address }) => address);
    return requestText('eth_sendTransaction', [JSON.stringify({ from, to, value: '0x1' })]);
  };

  test('any page may read, and none but local ones may send', async () => {
    const { http } = node.urls;
    assert.equal((await ask(http, requestText('eth_chainId', []), evil)).result, '0x2648');
    const response = await post(http, transfer(), evil);
    assert.equal(response.headers.get('access-control-allow-origin'), '*', 'the page can read why');
    const message =
      'pages of "https://evil.example" may not call eth_sendTransaction here: cors-origin does not name them';
    assert.deepEqual(await response.json(), { jsonrpc: '2.0', id: 1, error: { code: 4100, message } });
    for (const origin of [undefined, ...local]) {
      assert.match(String((await ask(http, transfer(), origin)).result), /^0x[0-9a-f]{64}$/, origin);
    }
  });

  test('the same holds for each request of a batch, and for a notification', async () => {
    const { http } = node.urls;
    const before = await ask(
      http,
      requestText('eth_getTransactionCount', [`"${node.accounts[0]?.address}"`, '"pending"']),
    );
    const batch = `[${transfer()},${requestText('eth_chainId', [])},${transfer().replace('"id":1,', '')}]`;
    const responses: readonly RawResponse[] = JSON.parse(await (await post(http, batch, evil)).text());
    assert.deepEqual(
      responses.map(({ result, error }) => result ?? error?.code),
      [4100, '0x2648'],
    );
    const after = await ask(
      http,
      requestText('eth_getTransactionCount', [`"${node.accounts[0]?.address}"`, '"pending"']),
    );
    assert.equal(after.result, before.result);
  });

  test('every method that does more than read is guarded', async () => {
    const { http } = node.urls;
    const { result } = await ask(http, requestText('rpc.discover', []));
    const names = (result as { methods: { name: string }[] }).methods.map(({ name }) => name);
    const open: string[] = [];
    for (const name of names) {
      // more parameters than any method has: a method that is not guarded fails for this reason
      const { error } = await ask(
        http,
        requestText(
          name,
          Array.from({ length: 9 }, () => '{}'),
        ),
        evil,
      );
      if (error?.code !== 4100) open.push(name);
    }
    const suspicious = open.filter((name) => /^(?:evm|anvil|hardhat|personal)_|send|sign|submit/i.test(name));
    assert.deepEqual(suspicious, [
      ...['anvil_getAutomine', 'anvil_getBlobByHash', 'anvil_getBlobsByTransactionHash', 'anvil_getGenesisTime'],
      ...['anvil_getIntervalMining', 'anvil_metadata', 'anvil_nodeInfo', 'eth_getTransactionBySenderAndNonce'],
      ...['hardhat_getAutomine', 'hardhat_getIntervalMining', 'hardhat_metadata', 'hardhat_nodeInfo'],
      'ots_getTransactionBySenderAndNonce',
      'qor_getHybridSignatureMode',
    ]);
    assert.ok(open.length > 60 && open.includes('eth_call'));
  });

  test('a WebSocket of a page has the rights of the page', async () => {
    for (const [origin, expected] of [
      [evil, /4100/],
      ['http://localhost:3000', /"result":"0x/],
    ] as const) {
      const socket = new WebSocket(node.urls.webSocket, { origin });
      await once(socket, 'open');
      socket.send(transfer());
      assert.match(String((await once(socket, 'message'))[0]), expected);
      socket.send(requestText('eth_chainId', []));
      assert.match(String((await once(socket, 'message'))[0]), /"0x2648"/);
      socket.close();
    }
  });

  test('browsers may reach a private network for local pages only', async () => {
    const ask = async (origin: string) => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-private-network': 'true',
      };
      const response = await fetch(node.urls.http, { method: 'OPTIONS', headers });
      assert.equal(response.status, 204);
      return response.headers.get('access-control-allow-private-network');
    };
    assert.equal(await ask(evil), null);
    assert.equal(await ask('http://localhost:3000'), 'true');
  });

  test('a host name that resolves to this machine is not an allowed host', async () => {
    const { http, webSocket, svm, svmWebSocket, metrics } = node.urls;
    const upgrade = ['upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=='];
    for (const url of [http, webSocket, svm, svmWebSocket, metrics]) {
      for (const line of [
        'GET /metrics HTTP/1.1',
        'POST / HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 0',
      ]) {
        const rejected = await exchange(url, line, 'host: evil.example:8545');
        assert.match(rejected, /^HTTP\/1\.1 403 .*"evil\.example:8545".*allowed-hosts in section \[http\]/s, url);
        assert.match(await exchange(url, line, 'host: localhost:1'), /^HTTP\/1\.1 (?:200|404|405|415) /, url);
        assert.match(await exchange(url, line, 'host: localhost', 'host: localhost'), /^HTTP\/1\.1 400 /, url);
      }
    }
    const open = ['GET / HTTP/1.1', ...upgrade, 'connection: upgrade'];
    assert.match(await exchange(webSocket, ...open, 'host: evil.example'), /^HTTP\/1\.1 403 .*allowed-hosts/s);
  });
});

test('an interface for pages of one origin rejects others with the reason', async (t) => {
  const flags = { 'json-rpc.cors-origin': 'https://app.example', 'http.allowed-hosts': '*.example' };
  const { urls } = await startTestNode(t, { flags });
  const body = requestText('eth_chainId', []);
  const rejected = await post(urls.http, body, evil);
  assert.equal(rejected.status, 403);
  assert.match(await rejected.text(), /4100.*https:\/\/evil\.example.*cors-origin in \[json-rpc\]/);
  const allowed = await post(urls.http, body, 'https://app.example');
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example');
  assert.equal(allowed.headers.get('vary'), 'origin');
  assert.equal((await post(urls.http, body)).status, 200);
  assert.equal((await fetch(urls.http, { method: 'OPTIONS', headers: { origin: evil } })).status, 403);
  const socket = new WebSocket(urls.webSocket, { origin: evil });
  socket.on('error', () => {});
  const [, { statusCode }] = await once(socket, 'unexpected-response');
  assert.equal(statusCode, 403);
  assert.match(await exchange(urls.http, 'GET /health HTTP/1.1', 'host: node.example'), /^HTTP\/1\.1 200 /);
});

test('behind a trusted proxy each client has a rate of its own', async (t) => {
  const { urls } = await startTestNode(t, {
    flags: { 'json-rpc.rate-limit': '1', 'http.trusted-proxies': '127.0.0.0/8' },
  });
  const statusFor = async (client: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': client };
    const body = `[${requestText('eth_chainId', [])},${requestText('eth_chainId', [])}]`;
    return (await fetch(urls.http, { method: 'POST', headers, body })).status;
  };
  assert.deepEqual(
    [await statusFor('1.1.1.1'), await statusFor('1.1.1.1'), await statusFor('2.2.2.2')],
    [200, 429, 200],
  );
  assert.equal(await statusFor('3.3.3.3, 1.1.1.1'), 429, 'what the client itself has written does not count');
});
