import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { anvilMissing, startAnvil } from '../testing/clients/anvil.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { programFile, runQord } from '../testing/run-qord.ts';
import { asFlags, spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const caller =
  (url: string) =>
  async (method: string, ...params: readonly unknown[]) => {
    const { result, error } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return error === undefined ? result : Promise.reject(new Error(error.message));
  };

const homeIn = (t: TestContext) => join(temporaryFolder(t), 'home');

const flags = {
  accounts: '12',
  balance: '345',
  mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'derivation-path': "m/44'/60'/1'/0/",
  'chain-id': '31337',
  timestamp: '1600000000',
  number: '4096',
  'gas-limit': '30000000',
  'base-fee': '7',
} as const;

/** What clients see of a new network; times apart, because blocks continue from there. */
async function beginning(url: string) {
  const call = caller(url);
  const accounts = await call('eth_accounts');
  assert.ok(Array.isArray(accounts));
  const { number, gasLimit, baseFeePerGas, timestamp } = (await call('eth_getBlockByNumber', '0x1000', false)) as {
    readonly [name: string]: string;
  };
  const balances = await Promise.all(accounts.map((address) => call('eth_getBalance', address, 'latest')));
  const ids = [await call('eth_chainId'), await call('net_version')];
  return { accounts: accounts.slice(0, 12), balances, number, gasLimit, baseFeePerGas, timestamp, ids };
}

test('a new network begins as anvil does with the same flags', { skip: anvilMissing }, async (t) => {
  const anvil = await startAnvil(t, asFlags(flags));
  const node = await spawnNode(t, homeIn(t), flags);
  const expected = await beginning(anvil.url);
  assert.equal(expected.ids[0], '0x7a69');
  assert.equal(expected.timestamp, '0x5f5e1000');
  assert.deepEqual(await beginning(node.urls.http ?? ''), expected);
});

test('its first account has the roles of a development network, and the home keeps all', async (t) => {
  const home = homeIn(t);
  const first = await spawnNode(t, home, { ...flags, 'no-mining': true });
  const call = caller(first.urls.http ?? '');
  const [operator, second] = (await call('eth_accounts')) as readonly string[];
  assert.equal(await call('eth_blockNumber'), '0x1000');
  await call('eth_sendTransaction', { from: operator, to: second, value: '0x1', gas: '0x5208' });
  assert.equal(await call('eth_blockNumber'), '0x1000', '--no-mining');
  await call('evm_mine');
  const { timestamp, miner } = (await call('eth_getBlockByNumber', '0x1001', false)) as Record<string, string>;
  assert.equal(miner, operator);
  const seconds = Number(timestamp) - Number(flags.timestamp);
  assert.ok(seconds >= 0 && seconds < 600, `the time continues from that of the genesis: ${seconds}`);
  const balance = await call('eth_getBalance', second, 'latest');
  assert.equal(balance, `0x${(345n * 10n ** 18n + 1n).toString(16)}`);
  assert.equal(await first.stop('SIGTERM'), 0);
  const again = await spawnNode(t, home);
  const later = caller(again.urls.http ?? '');
  assert.deepEqual(await later('eth_accounts'), await later('eth_accounts'));
  assert.equal(((await later('eth_accounts')) as readonly string[])[0], operator);
  assert.equal(await later('eth_chainId'), '0x7a69');
  await again.stop('SIGTERM');
  const other = await runQord(['start', '--home', home, '--accounts', '13']);
  assert.match(other.stderr, /^qord: \[genesis\] accounts: the network of .*genesis\.json began with 12; leave it out/);
  assert.equal(other.code, 3);
});

test('a seed gives the same accounts each time, random words others', async (t) => {
  const accountsOf = async (given: Parameters<typeof asFlags>[0]) => {
    const node = await spawnNode(t, homeIn(t), { accounts: '1', ...given });
    const accounts = await caller(node.urls.http ?? '')('eth_accounts');
    await node.stop('SIGTERM');
    return JSON.stringify(accounts);
  };
  const seeded = await accountsOf({ 'mnemonic-seed-unsafe': '7' });
  assert.equal(await accountsOf({ 'mnemonic-seed-unsafe': '7' }), seeded);
  const random = await accountsOf({ 'mnemonic-random': '24' });
  assert.notEqual(random, seeded);
  assert.notEqual(await accountsOf({ 'mnemonic-random': true }), random);
});

test('--block-time lets transactions wait for the next block, with --mixed-mining not', async (t) => {
  const node = await spawnNode(t, homeIn(t), { 'block-time': '0.4' });
  const call = caller(node.urls.http ?? '');
  assert.equal(await call('anvil_getAutomine'), false);
  await until(async () => (await call('eth_blockNumber')) !== '0x0', 'a block by the timer');
  await node.stop('SIGTERM');
  const mixed = await spawnNode(t, homeIn(t), { 'block-time': '600', 'mixed-mining': true });
  const [from] = (await caller(mixed.urls.http ?? '')('eth_accounts')) as readonly string[];
  await caller(mixed.urls.http ?? '')('eth_sendTransaction', { from, to: from });
  await until(async () => (await caller(mixed.urls.http ?? '')('eth_blockNumber')) === '0x1', 'a block at once');
  await mixed.stop('SIGTERM');
});

test('--auto-impersonate and --no-cors', async (t) => {
  const node = await spawnNode(t, homeIn(t), { 'auto-impersonate': true, 'no-cors': true });
  const url = node.urls.http ?? '';
  const from = `0x${'77'.repeat(20)}`;
  await caller(url)('anvil_setBalance', from, '0xde0b6b3a7640000');
  const hash = await caller(url)('eth_sendTransaction', { from, to: from });
  await until(async () => (await caller(url)('eth_getTransactionReceipt', hash)) !== null, 'its block');
  const { headers } = await fetch(url, { headers: { origin: 'https://page.example' } });
  assert.equal(headers.get('access-control-allow-origin'), null);
  await node.stop('SIGTERM');
});

const gethGenesis = {
  config: { chainId: 1337, londonBlock: 0 },
  difficulty: '0x1',
  nonce: '0x0',
  extraData: '0x',
  mixHash: `0x${'00'.repeat(32)}`,
  coinbase: `0x${'00'.repeat(20)}`,
  timestamp: '0x5f5e1000',
  gasLimit: '0x1c9c380',
  baseFeePerGas: '0x9',
  alloc: {
    '00000000000000000000000000000000000000aa': { balance: '1000' },
    '0x00000000000000000000000000000000000000Bb': {
      balance: '0x7',
      nonce: '0x5',
      code: '0x5f545f5260205ff3',
      storage: { [`0x${'00'.repeat(32)}`]: `0x${'2a'.padStart(64, '0')}` },
    },
  },
};

test('--init begins with the figures and accounts of a genesis of go-ethereum, as anvil does', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'genesis.json');
  writeFileSync(file, JSON.stringify(gethGenesis));
  const node = await spawnNode(t, homeIn(t), { init: file, accounts: '3' });
  const seen = async (url: string) => {
    const call = caller(url);
    const contract = '0x00000000000000000000000000000000000000bb';
    const block = (await call('eth_getBlockByNumber', '0x0', false)) as Record<string, string>;
    return [
      await call('eth_chainId'),
      block.timestamp,
      block.gasLimit,
      await call('eth_getBalance', '0x00000000000000000000000000000000000000aa', 'latest'),
      await call('eth_getBalance', contract, 'latest'),
      await call('eth_getTransactionCount', contract, 'latest'),
      await call('eth_call', { to: contract }, 'latest'),
    ];
  };
  const expected = ['0x539', '0x5f5e1000', '0x1c9c380', '0x3e8', '0x7', '0x5', `0x${'2a'.padStart(64, '0')}`];
  assert.deepEqual(await seen(node.urls.http ?? ''), expected);
  await node.stop('SIGTERM');
  if (anvilMissing === false) {
    const anvil = await startAnvil(t, ['--init', file]);
    assert.deepEqual(await seen(anvil.url), expected);
  }
  const other = await spawnNode(t, homeIn(t), { init: file, 'chain-id': '5' });
  assert.equal(await caller(other.urls.http ?? '')('eth_chainId'), '0x5', 'a flag counts more');
  await other.stop('SIGTERM');
});

test('figures of 0 in a genesis of go-ethereum are those of a usual network', async (t) => {
  const file = join(temporaryFolder(t), 'genesis.json');
  writeFileSync(file, JSON.stringify({ ...gethGenesis, timestamp: '0x0', number: '0x0', baseFeePerGas: '0x0' }));
  const node = await spawnNode(t, homeIn(t), { init: file });
  const block = await caller(node.urls.http ?? '')('eth_getBlockByNumber', '0x0', false);
  const { number, timestamp, baseFeePerGas } = block as Record<string, string>;
  assert.deepEqual([number, baseFeePerGas], ['0x0', '0x0']);
  assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 600);
});

test('the first block of a new network is of the present, so that what tests compute from its time is to come', async (t) => {
  const home = homeIn(t);
  const before = Math.floor(Date.now() / 1000);
  const node = await spawnNode(t, home, { 'no-mining': true });
  const first = async (url = '') => {
    const { timestamp, hash } = (await caller(url)('eth_getBlockByNumber', 'earliest', false)) as Record<
      string,
      string
    >;
    return { timestamp: Number(timestamp), hash };
  };
  const begun = await first(node.urls.http);
  assert.ok(begun.timestamp >= before && begun.timestamp <= Date.now() / 1000);
  await node.stop('SIGTERM');
  const again = await spawnNode(t, home, {});
  assert.deepEqual(await first(again.urls.http), begun, 'the home keeps it');
  const reset = caller(again.urls.http ?? '');
  await reset('evm_setTime', begun.timestamp + 1_000_000);
  await reset('anvil_reset');
  assert.ok((await first(again.urls.http)).timestamp <= Date.now() / 1000);
  await again.stop('SIGTERM');
});

test('a home whose first start has failed or was killed begins as that start said', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'no socket');
  writeFileSync(file, '');
  const failed = join(folder, 'failed');
  const refused = await runQord(['start', '--home', failed, '--port', '0', '--accounts', '3', '--ipc', file]);
  assert.match(refused.stderr, /there is something else than a socket/);
  const killed = join(folder, 'killed');
  const genesisFile = join(killed, 'config', 'genesis.json');
  for (let afterMs = 100; afterMs <= 600 || !existsSync(genesisFile); afterMs += 50) {
    const child = spawn(process.execPath, [programFile, 'start', '--home', killed, '--port', '0', '--accounts', '3']);
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    await once(child, 'exit');
    clearTimeout(timer);
  }
  for (const home of [failed, killed]) {
    const node = await spawnNode(t, home, {});
    const accounts = await caller(node.urls.http ?? '')('eth_accounts');
    assert.equal((accounts as readonly string[]).length, 3);
    await node.stop('SIGTERM');
  }
});

test('a file that is no genesis of go-ethereum ends the start in one line', async (t) => {
  const folder = temporaryFolder(t);
  const cases: readonly (readonly [string, RegExp])[] = [
    ['{', /must be a file with JSON/],
    ['{"alloc":{"0xaa":{"balance":"-1"}}}', /must be a genesis of go-ethereum \(alloc\.0xaa\.balance: /],
    ['{"alloc":{"0xaa":{"balance":"1"}}}', /names a network that cannot be \(alloc: /],
    [
      '{"alloc":{},"gasLimit":"0x1fffffffffffff"}',
      /names a network that cannot be \(parameters\.gasLimit: must be 21000/,
    ],
  ];
  for (const [text, message] of cases) {
    const file = join(folder, 'genesis.json');
    writeFileSync(file, text);
    const { stderr, code } = await runQord(['start', '--home', join(folder, 'home'), '--port', '0', '--init', file]);
    assert.match(stderr, message);
    assert.match(stderr, /^qord: [^\n]+\n$/);
    assert.equal(code, 3);
  }
});
