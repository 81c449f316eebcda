import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { IpcSocketProvider, Wallet } from 'ethers';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { findFoundry } from '../testing/clients/foundry.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { runQord } from '../testing/run-qord.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const flags = { 'consensus.block-interval': '0s', 'json-rpc.ipc': 'qord.ipc' };
const key = developmentAccounts[0]?.privateKey ?? '';
const request = (id: number, method = 'eth_chainId', params: unknown[] = []) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** A connection with what has arrived on it, line by line. */
function open(path: string) {
  const socket: Socket = connect({ path, allowHalfOpen: true });
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const lines = (): { id: unknown; result?: unknown; error?: { code: number; message: string } }[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { socket, lines, ended: once(socket, 'end') };
}

test('ethers sends, waits and subscribes over a Unix socket, which only its user can open', async (t) => {
  const node = await startTestNode(t, { flags: { ...flags, 'consensus.block-interval': '300ms' } });
  const { ipc } = node.urls;
  assert.equal(ipc, join(node.home, 'qord.ipc'));
  assert.equal(statSync(ipc).mode & 0o777, 0o600);
  const provider = new IpcSocketProvider(ipc);
  assert.equal((await provider.getNetwork()).chainId, 9800n);
  assert.ok((await new Promise<number>((resolve) => void provider.once('block', resolve))) > 0);
  const sent = await new Wallet(key, provider).sendTransaction({ to: developmentAccounts[1]?.address ?? '', value: 1 });
  assert.equal((await sent.wait())?.status, 1);
  await provider.destroy();
  const closed = open(ipc);
  await once(closed.socket, 'connect');
  await node.close();
  await closed.ended;
  assert.deepEqual([closed.lines(), existsSync(ipc)], [[], false]);
});

test('cast finds the node by the path', { skip: findFoundry('cast') === undefined && 'no cast' }, async (t) => {
  const { urls } = await startTestNode(t, { flags });
  const cast = promisify(execFile);
  const { stdout } = await cast(findFoundry('cast') ?? '', ['chain-id', '--rpc-url', urls.ipc]);
  assert.equal(stdout.trim(), '9800');
});

test('texts may come together, apart, in batches and without line ends; answers end theirs', async (t) => {
  const { urls } = await startTestNode(t, { flags });
  const client = open(urls.ipc);
  const tricky = request(3, 'web3_sha3', ['0x', '}]"\\"{[']).replace('"0x"', '"0x7d"');
  client.socket.write(`${request(1)}${request(2)}\r\n\n [${request(4)}, ${request(5)}]${tricky}`);
  await until(() => client.lines().length === 4, 'four answers');
  const bytes = Buffer.from(request(6, 'eth_getBalance', [developmentAccounts[0]?.address, 'latest']));
  for (const byte of bytes) {
    client.socket.write(Buffer.of(byte));
    await new Promise(setImmediate);
  }
  client.socket.write(Array.from({ length: 5_000 }, (_, at) => request(at + 7)).join(''));
  client.socket.end(); // as `nc -U` does: what was asked is answered
  await client.ended;
  const ids = client.lines().flatMap((line) => (Array.isArray(line) ? line.map(({ id }) => id) : [line.id]));
  assert.deepEqual(new Set(ids), new Set(Array.from({ length: 5_006 }, (_, at) => at + 1)));
});

test('an answer of megabytes arrives whole, and a subscription ends with its connection', async (t) => {
  const { urls, node } = await startTestNode(t, {
    flags: { ...flags, 'json-rpc.api': 'eth,web3,net,txpool,qor,debug' },
  });
  const client = open(urls.ipc);
  client.socket.write(request(1, 'rpc.discover'));
  client.socket.write(request(2, 'eth_subscribe', ['newHeads']));
  await until(() => client.lines().some(({ id }) => id === 2), 'the subscription');
  const [whole] = client.lines();
  const { result } = await postJson(urls.http, request(1, 'rpc.discover'));
  assert.deepEqual(whole?.result, result);
  await postJson(urls.http, request(1, 'evm_mine'));
  await until(() => client.lines().length === 3, 'the block');
  client.socket.destroy();
  await postJson(urls.http, request(1, 'evm_mine'));
  assert.deepEqual([...node.control.faults.counts], []);
});

test('garbage, endless and too long messages end their own connection only', async (t) => {
  const limits = {
    'json-rpc.max-body-size': '2000',
    'json-rpc.request-timeout': '1s',
    'json-rpc.header-timeout': '1s',
  };
  const { urls } = await startTestNode(t, { flags: { ...flags, ...limits } });
  const healthy = open(urls.ipc);
  healthy.socket.write(request(1));
  const faultOf = async (text: string) => {
    const client = open(urls.ipc);
    client.socket.write(text);
    await client.ended;
    const last = client.lines().at(-1);
    return `${last?.error?.code} ${last?.error?.message}`;
  };
  assert.match(await faultOf(`${request(1)} GET / HTTP/1.1\r\nHost: x\r\n\r\n`), /^-32700 /);
  assert.match(await faultOf('\u0000'.repeat(1_000)), /^-32700 /);
  assert.match(await faultOf(`["${'x'.repeat(3_000)}`), /^-32000 a message has more than 2000 bytes/);
  assert.match(await faultOf('{"jsonrpc":'), /^-32000 a message took too long to arrive/);
  assert.match(await faultOf('['.repeat(1_500)), /^-32000 a message took too long to arrive/);
  const closing = open(urls.ipc);
  closing.socket.write(']');
  await closing.ended;
  for (let leaving = 0; leaving < 50; leaving++) {
    const client = open(urls.ipc);
    const text = request(1).slice(0, leaving) + request(2, 'rpc.discover').repeat(leaving % 3);
    client.socket.write(text, () => client.socket.destroy());
  }
  healthy.socket.write(request(2));
  await until(() => healthy.lines().length === 2, 'the other connection');
  assert.equal((await postJson(urls.http, request(1))).result, '0x2648');
});

test('a socket that a killed node has left is replaced, one in use and other files are not', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'own.ipc');
  const first = await spawnNode(t, join(folder, 'a'), { ipc: path });
  assert.equal(first.urls.ipc, path);
  const second = ['start', '--home', join(folder, 'b'), '--port', '0', '--ipc', path];
  const refused = await runQord(second);
  assert.deepEqual(
    [refused.code, /own\.ipc: another program listens there; set another with --ipc <path>\n$/.test(refused.stderr)],
    [4, true],
  );
  await first.stop('SIGKILL');
  assert.equal(existsSync(path), true);
  const again = await spawnNode(t, join(folder, 'a'), { ipc: path });
  const client = open(path);
  client.socket.write(request(1));
  await until(() => client.lines()[0]?.result === '0x2648', 'an answer');
  await again.stop('SIGTERM');
  assert.equal(existsSync(path), false);
  writeFileSync(path, 'mine');
  assert.match((await runQord(second)).stderr, /there is something else than a socket/);
  const long = await runQord([...second.slice(0, -1), join(folder, 'x'.repeat(120))]);
  assert.match(long.stderr, /the path of a socket has at most 103 bytes/);
});
