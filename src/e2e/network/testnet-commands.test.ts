import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openTestnet } from '../../node/testnet.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { createFreeTestnet } from '../../testing/network/free-testnet.ts';
import { plainEnvironment, programFile, runQord } from '../../testing/run-qord.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { spawnNode } from '../../testing/spawn-node.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { until } from '../../testing/until.ts';

/** Runs `qord testnet start` in a process group of its own, as a terminal does. */
function startTestnet(t: TestContext, folder: string) {
  const words = [programFile, 'testnet', 'start', folder];
  const child = spawn(process.execPath, words, { env: plainEnvironment(), detached: true });
  const group = -(child.pid ?? 0);
  let isRunning = true;
  const ended = once(child, 'close').then(() => {
    isRunning = false;
  });
  t.after(() => isRunning && process.kill(group, 'SIGKILL'));
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  return {
    output: () => Buffer.concat(output).toString(),
    /** Ctrl-C reaches all processes of the group; returns the exit code. */
    interrupt: async () => {
      process.kill(group, 'SIGINT');
      await ended;
      return child.exitCode;
    },
  };
}

async function call<T>(url: string, method: string, ...params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as { result: T }).result;
}

const heightOf = (url: string) => call<string>(url, 'eth_blockNumber').then(Number, () => -1);
const hashAt = async (url: string, height: number) =>
  (await call<{ hash: string }>(url, 'eth_getBlockByNumber', `0x${height.toString(16)}`, false)).hash;

test('a network in three commands, and a full node that joins it with its genesis and one peer', {
  skip: cometMissing,
}, async (t) => {
  const folder = join(temporaryFolder(t), 'net');
  const init = (basePort: number) =>
    runQord([
      'testnet',
      'init',
      '--validators',
      '2',
      '--full-nodes',
      '1',
      '--output',
      folder,
      '--base-port',
      `${basePort}`,
    ]);
  const nodes = await createFreeTestnet(async (basePort) => {
    const { code, stderr } = await init(basePort);
    assert.equal(code, 0, stderr);
    return openTestnet(folder);
  });
  const [first, , last] = nodes;
  assert.ok(first && last);
  assert.deepEqual(
    nodes.map(({ isValidator }) => isValidator),
    [true, true, false],
  );
  const [base, third] = [first, last].map(({ http }) => Number(new URL(http).port));
  assert.ok(base && third);
  assert.equal(third, base + 200);
  assert.equal(last.webSocket, `ws://127.0.0.1:${base + 201}`);
  assert.equal(last.svm, `http://127.0.0.1:${base + 554}`);
  const again = await init(base);
  assert.deepEqual([again.code, again.stderr.includes('node0')], [3, true], again.stderr);

  const network = startTestnet(t, folder);
  await until(async () => (await heightOf(last.http)) >= 3, 'block 3');
  for (const { http, svm } of nodes) assert.ok(network.output().includes(http) && network.output().includes(svm));
  await until(() => /^node2 +full node +[1-9]\d* +1 *$/m.test(network.output()), 'the line of the full node');
  await until(() => /^node0 +validator +[1-9]\d* +2 *$/m.test(network.output()), 'the line of a validator');
  for (let account = 0; account < 10; account++)
    assert.ok(BigInt(await call<string>(last.http, 'eth_getBalance', accountOf(account), 'latest')) > 10n ** 21n);

  await t.test('a node joins', async (t) => {
    const home = join(temporaryFolder(t), 'joined');
    const shown = await runQord(['comet', 'show-node-id', '--home', first.home.folder]);
    const peer = `${shown.stdout.trim()}@127.0.0.1:${base + 18_111}`;
    const genesis = first.home.genesisFile;
    const written = await runQord([
      'init',
      '--home',
      home,
      '--network',
      'dev',
      '--genesis',
      genesis,
      '--persistent-peers',
      peer,
    ]);
    assert.equal(written.code, 0, written.stderr);
    const local = { 'comet.local-network': 'true', 'comet.p2p-address': `127.0.0.9:${base + 18_111}` };
    const joined = await spawnNode(t, home, { 'consensus.driver': 'comet', ...local });
    const url = joined.urls.http ?? '';
    const height = await heightOf(last.http);
    await until(async () => (await heightOf(url)) > height, 'the joined node to have all blocks');
    for (const at of [1, height]) assert.equal(await hashAt(url, at), await hashAt(last.http, at));
    assert.equal(await joined.stop('SIGTERM'), 0);
  });

  await t.test('Ctrl-C stops all', async () => {
    assert.equal(await network.interrupt(), 0, network.output());
    for (const { http } of nodes) assert.equal(await heightOf(http), -1);
  });
});
