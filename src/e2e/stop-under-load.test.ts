import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '../primitives/hex.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { SocketClient } from '../testing/interfaces/socket-client.ts';
import { post, postJson } from '../testing/raw-rpc.ts';
import { signFrom } from '../testing/sign-from.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const recoverer = `0x${'51'.repeat(20)}`;
/** x of the generator of secp256k1, which is a valid r. */
const r = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
/** Digest 1, v 27, r and s 1 as the input of ecrecover (0x01). */
const input: readonly Part[] = [1, 0, 'MSTORE', 27, 32, 'MSTORE', r, 64, 'MSTORE', 1, 96, 'MSTORE'];
const loop = assemble(...input).length;
const recoverForEver = assemble(...input, 'JUMPDEST', 32, 128, 128, 0, 1, 'GAS', 'STATICCALL', 'POP', loop, 'JUMP');

const request = (method: string, ...params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const send = ({ raw }: { raw: Uint8Array }) => request('eth_sendRawTransaction', toHex(raw));

test('a node that is stopped while its threads recover keys ends with 0, and keeps its chain', {
  timeout: 600_000,
}, async (t) => {
  const home = temporaryFolder(t);
  const flags = { 'json-rpc.gas-cap': '0', 'json-rpc.evm-timeout': '1h' };
  const transactions = Array.from({ length: 300 }, (_, index) =>
    signFrom(index % 6, { nonce: BigInt((index / 6) | 0) }),
  );
  let height = 0;
  for (let round = 0; round < 8; round++) {
    const node = await spawnNode(t, home, flags);
    const ask = async (method: string, ...params: unknown[]) =>
      (await postJson(node.urls.http ?? '', request(method, ...params))).result;
    const newest = Number(await ask('eth_blockNumber'));
    assert.ok(newest >= height, `block ${height} was known, ${newest} is the newest`);
    await ask('anvil_setCode', recoverer, toHex(recoverForEver));
    const sent = (body: string) => post(node.urls.http ?? '', body).catch(() => undefined); // the node ends meanwhile
    for (let call = 0; call < 3; call++) void sent(request('eth_call', { to: recoverer }, 'latest'));
    await sleep(40 * round); // from a thread that loads to one that has run for long
    for (let count = 0; count < 3; count++) void sent(`[${transactions.map(send).join()}]`);
    await sleep(10 * round);
    height = Number(await ask('eth_blockNumber'));
    assert.equal(await node.stop('SIGTERM'), 0, `round ${round}: ${node.errorOutput()}`);
  }
  assert.ok(height > 0);
});

test('a node under full load ends in seconds, whoever does not read, and keeps every block it has told of', {
  timeout: 600_000,
}, async (t) => {
  const home = temporaryFolder(t);
  const node = await spawnNode(t, home, { 'consensus.block-interval': '50ms' });
  const { http = '', webSocket = '' } = node.urls;
  const heads: Head[] = [];
  await subscribe(t, webSocket, heads);
  for (let count = 0; count < 20; count++) await subscribe(t, webSocket);
  const load = loadOf(http);
  for (let count = 0; count < 20; count++) readNothing(t, http);
  const waiter = signFrom(7, { nonce: 99n });
  const waiting = post(http, request('eth_sendRawTransactionSync', toHex(waiter.raw), 60_000)).catch(() => {});
  const isFull = () => heads.filter(({ gasUsed }) => Number(gasUsed) > 0).length > 10;
  await until(isFull, 'ten blocks with transactions');
  const stopped = Promise.race([node.stop('SIGTERM'), sleep(longestStop, 'it hangs', { ref: false })]);
  assert.equal(await stopped, 0, node.errorOutput());
  await Promise.allSettled([load, waiting]);
  const again = await spawnNode(t, home);
  for (const { number, hash } of [heads[0], heads.at(-1)].map((head) => head ?? assert.fail())) {
    const block = (await postJson(again.urls.http ?? '', request('eth_getBlockByNumber', number, false))).result;
    assert.equal((block as Head).hash, hash);
  }
  assert.equal(await again.stop('SIGTERM'), 0);
});

/** A node ends within 5 seconds; a test on a busy machine only shows that it does not hang. */
const longestStop = 180_000;

type Head = { readonly number: string; readonly hash: string; readonly gasUsed: string };

/** Subscribes to blocks, and notes them; without `heads` to logs and transactions, too, and stops reading. */
async function subscribe(t: TestContext, url: string, heads?: Head[]): Promise<void> {
  const client = await SocketClient.connect(url);
  t.after(() => client.socket.terminate());
  const all = [
    ['eth_subscribe', 'newHeads'],
    ['eth_subscribe', 'logs', {}],
    ['eth_subscribe', 'newPendingTransactions'],
  ] as const;
  // on a busy machine the node ends whoever wants more than it can send in time
  await client.askAll(heads === undefined ? all : all.slice(0, 1));
  if (heads === undefined) return client.socket.pause();
  client.socket.on('message', (data) => {
    const { result } = JSON.parse(String(data)).params ?? {};
    if (result?.number !== undefined) heads.push(result);
  });
}

/** Submits transfers of six accounts in batches until the node has ended. */
async function loadOf(url: string): Promise<void> {
  const sendFrom = async (account: number) => {
    for (let nonce = 0; ; nonce += 50) {
      const batch = Array.from({ length: 50 }, (_, index) => send(signFrom(account, { nonce: BigInt(nonce + index) })));
      await post(url, `[${batch.join()}]`);
    }
  };
  await Promise.allSettled([0, 1, 2, 3, 4, 5].map(sendFrom)); // the connections end with the node
}

/** Asks for much, and reads nothing of it. */
function readNothing(t: TestContext, url: string): void {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  t.after(() => socket.destroy());
  const body = `[${Array.from({ length: 50 }, () => request('rpc.discover')).join()}]`;
  const head = `POST / HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  for (let count = 0; count < 10; count++) socket.write(head + body);
}
