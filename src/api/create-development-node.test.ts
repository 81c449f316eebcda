import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createNode, type DevelopmentNode, type NodeOptions, type ProviderMessage } from '../index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const index = new URL('../index.js', import.meta.url);

async function start(t: TestContext, options?: NodeOptions): Promise<DevelopmentNode> {
  const node = await createNode(options);
  t.after(() => node.close());
  return node;
}

async function transfer(node: DevelopmentNode, to: string): Promise<{ blockNumber: string; status: string }> {
  const from = node.accounts[0]?.address;
  const hash = await node.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] });
  return await until(
    () =>
      node.request<{ blockNumber: string; status: string } | null>({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      }),
    'the receipt',
  );
}

test('while blocks are made at once, a transaction is in one when its request is answered', async (t) => {
  const node = await start(t);
  const accounts = node.accounts.map(({ address }) => address);
  const receiptOf = (hash: unknown) => node.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  const send = (from = accounts[0]) =>
    node.request({ method: 'eth_sendTransaction', params: [{ from, to: accounts[1], value: '0x1' }] });
  for (let sent = 0; sent < 20; sent++) assert.notEqual(await receiptOf(await send()), null, `transaction ${sent}`);
  await Promise.all(accounts.map(async (from) => assert.notEqual(await receiptOf(await send(from)), null, from)));
  const gapped = [{ from: accounts[2], to: accounts[1], nonce: '0x9' }];
  assert.equal(await receiptOf(await node.request({ method: 'eth_sendTransaction', params: gapped })), null);
  await node.request({ method: 'evm_setAutomine', params: [false] });
  const waiting = await send();
  assert.equal(await receiptOf(waiting), null, 'nobody makes its block');
  await node.request({ method: 'evm_mine' });
  assert.notEqual(await receiptOf(waiting), null);
});

/** Runs a module that uses the package, in a process of its own with a temporary folder of its own. */
async function runAlone(t: TestContext, lines: readonly string[]): Promise<string> {
  const folder = temporaryFolder(t);
  const script = [`import { createNode } from '${index.href}';`, ...lines].join('\n');
  const env = { ...process.env, TMPDIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('qord-')),
    [],
    'nothing is left on disk',
  );
  return stdout;
}

test('a node in this process serves all three interfaces without a port', async (t) => {
  const node = await start(t);
  assert.deepEqual(
    Object.values(node.urls).filter((url) => url !== undefined),
    [],
  );
  assert.equal(await node.request({ method: 'eth_chainId' }), '0x2648');
  const receipt = await transfer(node, '0x00000000000000000000000000000000000a11ce');
  assert.deepEqual([receipt.status, receipt.blockNumber], ['0x1', '0x1']);
  assert.equal(
    await node.request({ method: 'eth_getBalance', params: ['0x00000000000000000000000000000000000a11ce', 'latest'] }),
    '0x1',
  );
  assert.equal(await node.request({ method: 'getSlot' }), 1);
  const key = await node.request<{ registered: boolean }>({
    method: 'qor_getPQCKeyStatus',
    params: [node.accounts[0]?.address],
  });
  const version = await node.request<{ openrpc: string }>({ method: 'rpc.discover' });
  assert.equal(typeof version.openrpc, 'string');
  assert.equal(key.registered, false);
});

test('a call that takes longer than a tenth of a second has its result', async (t) => {
  const node = await start(t, { settings: { 'json-rpc.gas-cap': 0 } });
  const loop = '0x5b5a620f424010600057'; // JUMPDEST GAS PUSH3 1,000,000 LT PUSH1 0 JUMPI: until so much gas is left
  assert.equal(await node.request({ method: 'eth_call', params: [{ data: loop, gas: '0xbebc200' }, 'latest'] }), '0x');
});

test('errors are those of EIP-1193', async (t) => {
  const node = await start(t);
  const fault = (method: string, ...params: unknown[]) =>
    node.provider.request({ method, params }).then(
      () => assert.fail('no error'),
      ({ name, code, message, data }) => ({ name, code, message, data }),
    );
  assert.deepEqual(await fault('eth_nothing'), {
    name: 'ProviderRpcError',
    code: -32601,
    message: 'the method eth_nothing does not exist/is not available',
    data: undefined,
  });
  const revert = '0x60016000526020600060fd'.replace('60fd', 'fd'); // PUSH1 1 PUSH1 0 MSTORE PUSH1 32 PUSH1 0 REVERT
  const { code, data } = await fault('eth_call', { data: revert }, 'latest');
  assert.deepEqual([code, data], [3, `0x${'1'.padStart(64, '0')}`]);
  const unknown = await createNode({ settings: { 'consensus.block-intervall': '1s' } }).catch((error) => error);
  assert.equal(
    unknown.message,
    'settings: unknown consensus.block-intervall; did you mean consensus.block-interval? Otherwise remove it',
  );
  const { code: invalid, message } = await fault('eth_getBlockByNumber', 0n, false);
  assert.deepEqual(
    [invalid, message],
    [-32600, 'the request cannot be written as JSON: Do not know how to serialize a BigInt'],
  );
  const waiting = fault('anvil_mine', '0x2710'); // 10,000 blocks
  await node.close();
  assert.deepEqual([(await waiting).code, (await fault('eth_chainId')).code], [4900, 4900]);
});

test('a setting without a value is as if it were not there', async (t) => {
  const node = await start(t, { settings: { 'fork.url': undefined, 'genesis.chain-id': 1234 } });
  assert.equal(await node.request({ method: 'eth_chainId' }), '0x4d2');
});

test('subscriptions send messages, and end with a reset to another network', async (t) => {
  const node = await start(t, { settings: { 'consensus.block-interval': '0s' } });
  const messages: ProviderMessage[] = [];
  const events: string[] = [];
  node.provider
    .on('message', (message) => void messages.push(message))
    .on('disconnect', ({ code, message }) => void events.push(`${code} ${message}`))
    .on('connect', ({ chainId }) => void events.push(`connect ${chainId}`));
  const heads = await node.request({ method: 'eth_subscribe', params: ['newHeads'] });
  const slots = await node.request({ method: 'slotSubscribe' });
  await node.request({ method: 'evm_mine' });
  await until(() => messages.length >= 2, 'a message of each');
  const told = messages.map(({ type, data }) => [type, (data as { subscription: unknown }).subscription]);
  assert.deepEqual(
    new Map(told as [string, unknown][]),
    new Map([
      ['eth_subscription', heads],
      ['slotNotification', slots],
    ]),
  );
  const other = await start(t, { port: 0 });
  assert.ok(other.urls.http !== undefined);
  await node.request({ method: 'anvil_reset', params: [{ forking: { jsonRpcUrl: other.urls.http } }] });
  assert.deepEqual(events, ['1012 the network was replaced', 'connect 0x2648']);
  const count = messages.length;
  await node.request({ method: 'evm_mine' });
  assert.equal(messages.length, count, 'the subscriptions of the network before have ended');
  assert.equal(typeof (await node.request({ method: 'eth_subscribe', params: ['newHeads'] })), 'string');
});

test('several nodes share nothing', async (t) => {
  const [one, other] = await Promise.all([start(t), start(t)]);
  const account = '0x00000000000000000000000000000000000000b0';
  await transfer(one, account);
  const snapshot = await one.request({ method: 'evm_snapshot' });
  await one.request({ method: 'evm_increaseTime', params: [1_000_000] });
  await transfer(one, account);
  const balanceIn = (node: DevelopmentNode) => node.request({ method: 'eth_getBalance', params: [account, 'latest'] });
  assert.deepEqual([await balanceIn(one), await balanceIn(other)], ['0x2', '0x0']);
  assert.equal(await one.request({ method: 'evm_revert', params: [snapshot] }), true);
  await transfer(other, account);
  assert.deepEqual([await balanceIn(one), await balanceIn(other)], ['0x1', '0x1']);
  await one.close();
  assert.equal(await balanceIn(other), '0x1');
});

test('with a port it serves over HTTP what it serves here', async (t) => {
  const lines: string[] = [];
  const node = await start(t, { port: 0, log: (line) => void lines.push(line) });
  const snapshot = await node.request({ method: 'evm_snapshot' });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_revert', params: [snapshot] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(node.urls.http ?? '', { method: 'POST', headers, body });
  assert.deepEqual(await response.json(), { jsonrpc: '2.0', id: 1, result: true });
  assert.ok(node.urls.svm !== undefined && node.urls.explorer !== undefined);
  await transfer(node, '0x00000000000000000000000000000000000000b0');
  assert.ok(lines.some((line) => /block/.test(line)));
});

test('the process ends after close, and has no signal, handler or flag of the node', async (t) => {
  const output = await runAlone(t, [
    `import { getHeapStatistics } from 'node:v8';`,
    `const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning'];`,
    `const counts = () => signals.map((name) => process.listenerCount(name)).join();`,
    'const before = counts();',
    'const nodes = [await createNode(), await createNode()];',
    `await nodes[0].request({ method: 'evm_mine' });`,
    `await nodes[0].request({ method: 'eth_subscribe', params: ['newHeads'] });`,
    'const during = counts();',
    'for (const node of nodes) await node.close();',
    `console.log(before === during, typeof globalThis.gc, process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length);`,
  ]);
  assert.equal(output, 'true undefined 0\n');
});

test('tests that deploy and call do not grow the heap', async (t) => {
  const output = await runAlone(t, [
    `import { setFlagsFromString } from 'node:v8';`,
    `import { runInNewContext } from 'node:vm';`,
    `setFlagsFromString('--expose-gc');`,
    `const gc = runInNewContext('gc');`,
    `const node = await createNode({ settings: { 'consensus.block-interval': '0s' } });`,
    'const request = (method, ...params) => node.request({ method, params });',
    'const from = node.accounts[0].address;',
    // stores its number of arguments, and returns it
    `const data = '0x600a600c600039600a6000f3' + '36600055600054600052';`,
    'const run = async () => {',
    `  const snapshot = await request('evm_snapshot');`,
    `  const receipt = await request('eth_sendTransactionSync', { from, data, gas: '0x30000' });`,
    `  await request('eth_call', { to: receipt.contractAddress, data: '0x01' }, 'latest');`,
    `  if (!(await request('evm_revert', snapshot))) throw new Error('not reverted');`,
    '};',
    'const used = async (rounds) => {',
    '  for (let round = 0; round < rounds; round++) await run();',
    '  gc(); gc();',
    '  return process.memoryUsage().heapUsed / 2 ** 20;',
    '};',
    'const before = await used(50);',
    'console.log((await used(100)) - before);',
    'await node.close();',
  ]);
  assert.ok(Number(output) < 1, `${output} MB more after 100 rounds`);
});

test('it can be required and imported', async () => {
  for (const file of ['index.cjs', 'index.mjs']) {
    const path = new URL(`../${file}`, import.meta.url);
    assert.ok(existsSync(path));
    const { createNode: create } = await import(pathToFileURL(path.pathname).href);
    const node: DevelopmentNode = await create();
    assert.equal(await node.request({ method: 'net_version' }), '9800');
    await node.close();
  }
});
