import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseGenesis } from '../chain/genesis/parse-genesis.ts';
import { encryptKey } from '../cli/keys/keystore.ts';
import { homePaths } from '../config/home.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex } from '../primitives/hex.ts';
import { freePorts } from '../testing/node/free-ports.ts';
import { listen } from '../testing/node/listen.ts';
import { oneValidator, oneValidatorGenesis } from '../testing/node/one-validator-genesis.ts';
import { plainEnvironment, programFile, runQord } from '../testing/run-qord.ts';
import { asFlags, type SpawnedNode, spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const anyPort = asFlags(freePorts);

/** Names, sizes and times of all files under a folder, without lock files. */
function snapshot(folder: string): unknown {
  if (!existsSync(folder)) return 'absent';
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const names = all.filter((name) => !/in-use|-lock$/.test(name));
  return names.map((name) => [name, statSync(join(folder, name)).size, statSync(join(folder, name)).mtimeMs]);
}

/** Asserts that a start is rejected in one line and leaves the home as it was, apart from lock files. */
async function assertRejected(home: string, words: readonly string[], code: number, message: RegExp): Promise<void> {
  const before = snapshot(home);
  const finished = await runQord(['start', '--home', home, ...anyPort, ...words]);
  assert.equal(finished.code, code, finished.stderr);
  assert.match(finished.stderr, message);
  assert.match(finished.stderr, /^qord: [^\n]+\n$/, 'one line');
  assert.equal(finished.stdout, '');
  assert.deepEqual(snapshot(home), before, 'nothing is written');
}

/** Waits until a node has logged so many blocks. */
async function blocksOf({ records }: SpawnedNode, count: number): Promise<void> {
  await until(() => records.filter(({ msg }) => msg === 'block').length >= count, `${count} blocks`);
}

test('the first start writes configuration and genesis; stopping and starting continues the chain', async (t) => {
  const folder = join(temporaryFolder(t), 'home');
  const home = homePaths(folder);
  const first = await spawnNode(t, folder, { 'consensus.block-interval': '50ms' });
  assert.match(readFileSync(home.configFile, 'utf8'), /^# Configuration of this qord node/);
  assert.equal(parseGenesis(readFileSync(home.genesisFile, 'utf8')).network, 'dev');
  await blocksOf(first, 2);
  assert.equal(await first.stop('SIGTERM'), 0);
  const blocks = first.records.filter(({ msg }) => msg === 'block');
  const second = await spawnNode(t, folder, { 'consensus.block-interval': '0s' });
  assert.equal(second.records.find(({ msg }) => msg === 'started')?.height, blocks.at(-1)?.height);
  assert.equal(await second.stop('SIGINT'), 0);
});

test('the banner shows chain, URLs, decimals and the accounts with their keys', async (t) => {
  const folder = temporaryFolder(t);
  const words = ['start', '--home', folder, ...anyPort, '--consensus.block-interval', '0s'];
  const child = spawn(process.execPath, [programFile, ...words], { env: plainEnvironment() });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    if (stdout.includes(' started ')) child.kill('SIGINT');
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  for (const text of ['9800 (0x2648)', 'http://127.0.0.1:', 'ws://127.0.0.1:', 'EVM 18', 'SVM 9', 'qor_ 6']) {
    assert.ok(stdout.includes(text), text);
  }
  for (const { privateKey } of developmentAccounts) assert.ok(stdout.includes(privateKey));
  assert.ok(stdout.includes('qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y'));
  assert.equal(stdout.split('10000000 QOR').length, 11);
});

/** Opens a request that never ends; a closing node waits a moment for it. */
async function openRequest(t: TestContext, url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  socket.on('error', () => {}); // the node cuts it off
  const head = ['POST / HTTP/1.1', 'host: localhost', 'content-type: application/json', 'content-length: 2', '', ''];
  const request = `${head.join('\r\n')}{`;
  socket.write(`${request}}${request}`);
  await once(socket, 'data'); // the response to the first one: the beginning of the second came with it
}

test('the signal that npm repeats does no harm; a second Ctrl-C does not wait', async (t) => {
  const folder = temporaryFolder(t);
  const node = await spawnNode(t, folder);
  await openRequest(t, node.urls.http ?? '');
  node.process.kill('SIGINT');
  assert.equal(await node.stop('SIGINT'), 0, 'two at once are one');
  assert.equal(node.records.at(-1)?.msg, 'stopped');
  const second = await spawnNode(t, folder);
  await openRequest(t, second.urls.http ?? '');
  const isOver = async () => second.process.exitCode !== null || second.process.signalCode !== null;
  await until(async () => (await isOver()) || (second.process.kill('SIGINT') && false), 'the end of the process');
  assert.equal(second.process.signalCode, 'SIGINT');
});

test('a rejected start prints one line and changes nothing', async (t) => {
  const folder = temporaryFolder(t);
  const home = homePaths(join(folder, 'home'));
  const port = await listen(t, createServer());
  const inUse = new RegExp(
    `^qord: \\[svm-rpc\\] address: port ${port} of 127\\.0\\.0\\.1 is in use; set another with --svm-rpc\\.address`,
  );
  const taken = ['--svm-rpc.address', `127.0.0.1:${port}`];
  const certificate = ['--json-rpc.tls-certificate', '/nowhere.pem', '--json-rpc.tls-key', '/nowhere.pem'];
  await assertRejected(home.folder, taken, 4, inUse);
  await assertRejected(
    home.folder,
    ['--json-rpc.gas-cap', 'x'],
    3,
    /^qord: --json-rpc\.gas-cap: \[json-rpc\] gas-cap must be/,
  );
  await assertRejected(
    home.folder,
    ['--network', 'mainnet'],
    3,
    /genesis\.json does not exist: run qord init --network mainnet/,
  );
  await assertRejected(
    home.folder,
    ['--json-rpc.gas-cpa', '1'],
    2,
    /unknown option '--json-rpc\.gas-cpa' \(Did you mean --json-rpc\.gas-cap\?\)/,
  );

  const running = await spawnNode(t, home.folder, { 'consensus.block-interval': '0s' });
  await assertRejected(
    home.folder,
    [],
    4,
    new RegExp(`data is in use by process ${running.process.pid}: stop that one first`),
  );
  await running.stop('SIGTERM');
  await assertRejected(home.folder, certificate, 3, /\[json-rpc\] tls-certificate: .*\(ENOENT\); name a PEM file/);
  await assertRejected(home.folder, taken, 4, inUse);
  await assertRejected(home.folder, ['--network', 'testnet'], 3, /belongs to the network dev, not testnet/);

  const config = readFileSync(home.configFile, 'utf8');
  writeFileSync(home.configFile, `${config}\n[p2p]\n`);
  await assertRejected(home.folder, [], 3, /app\.toml: unknown section \[p2p\]/);
  writeFileSync(home.configFile, config);

  const genesis = JSON.parse(readFileSync(home.genesisFile, 'utf8'));
  writeFileSync(home.genesisFile, JSON.stringify({ ...genesis, timestamp: 1 }));
  await assertRejected(
    home.folder,
    [],
    3,
    /config\/genesis\.json defines another chain \(genesis 0x[0-9a-f]{64}\) than the one in .*\/data \(genesis 0x/,
  );
  writeFileSync(home.genesisFile, JSON.stringify({ ...genesis, network: 'testnet', chainId: 1 }));
  await assertRejected(home.folder, [], 3, /genesis\.json: chainId: must be 9801 for mainnet, 9800 for testnet; get/);
  writeFileSync(home.genesisFile, '{}');
  await assertRejected(home.folder, [], 3, /genesis\.json: .*; get a new copy of the file/);
});

test('mainnet does not start with a development account, in genesis or among the keys', async (t) => {
  const home = homePaths(temporaryFolder(t));
  const file = join(home.folder, 'published.json');
  const mainnet = { network: 'mainnet', chainId: 9801, timestamp: 1, modules: {} };
  const write = (alloc: object) => writeFileSync(file, JSON.stringify({ ...mainnet, alloc }));
  write({ '0x00000000000000000000000000000000000000aa': { balance: '1' } });
  assert.equal((await runQord(['init', '--home', home.folder, '--network', 'mainnet', '--genesis', file])).code, 0);
  const alone = { 'consensus.driver': 'single', 'consensus.block-interval': '0s' };
  const node = await spawnNode(t, home.folder, alone);
  assert.equal(node.records.find(({ msg }) => msg === 'started')?.chainId, 9801);
  assert.equal(await node.stop('SIGHUP'), 0, 'the end of its terminal stops it as Ctrl-C does');
  const [, second] = developmentAccounts;
  const key = JSON.stringify(encryptKey(fromHex(second?.privateKey ?? ''), 'x'));
  const add = await runQord(['keys', 'import', 'k', '-', '--home', home.folder, '--password-file', file], {
    input: key,
  });
  assert.equal(add.code, 6, 'the password is another');
  writeFileSync(join(home.folder, 'password'), 'x');
  const words = ['keys', 'import', 'k', '-', '--home', home.folder, '--password-file', join(home.folder, 'password')];
  assert.equal((await runQord(words, { input: key })).code, 0);
  await assertRejected(home.folder, [], 3, /keys contains the development account 0x7099.*, whose key is public/);
});

test('on a real network a node produces blocks only when it is configured with a proposer', async (t) => {
  const home = homePaths(join(temporaryFolder(t), 'home'));
  const file = join(temporaryFolder(t), 'published.json');
  const { operator, consensus } = oneValidator;
  writeFileSync(file, JSON.stringify(oneValidatorGenesis()));
  assert.equal((await runQord(['init', '--home', home.folder, '--network', 'testnet', '--genesis', file])).code, 0);
  const blockOf = async (node: Awaited<ReturnType<typeof spawnNode>>, number: string) => {
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [number, false] };
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(node.urls.http ?? '', { method: 'POST', headers, body: JSON.stringify(request) });
    const { result } = (await response.json()) as { result: { number: string; miner: string } | null };
    return result;
  };
  const interval = { 'consensus.driver': 'single', 'consensus.block-interval': '20ms' };

  const observer = await spawnNode(t, home.folder, interval);
  await blocksOf(await spawnNode(t, join(temporaryFolder(t), 'other'), { 'consensus.block-interval': '20ms' }), 10);
  assert.equal((await blockOf(observer, 'latest'))?.number, '0x0');
  const [warning] = observer.records.filter(({ level }) => level === 'warn');
  assert.match(warning?.msg ?? '', /produces no blocks: set consensus\.proposer to the account of your validator/);
  assert.equal(await observer.stop('SIGTERM'), 0);

  const other = `0x${'cc'.padStart(40, '0')}`;
  const [dev] = developmentAccounts;
  await assertRejected(
    home.folder,
    ['--consensus.driver', 'single', '--consensus.proposer', other],
    3,
    /\[consensus\] proposer: .* not a validator of the active/,
  );
  await assertRejected(
    home.folder,
    ['--consensus.driver', 'single', '--consensus.proposer', 'me'],
    3,
    /\[consensus\] proposer: not an account: me/,
  );
  await assertRejected(
    home.folder,
    ['--consensus.driver', 'single', '--consensus.proposer', dev?.address ?? ''],
    3,
    /proposer contains the development account/,
  );

  for (const name of [operator, consensus]) {
    const node = await spawnNode(t, home.folder, { ...interval, 'consensus.proposer': name });
    const before = Number((await blockOf(node, 'latest'))?.number);
    const later = async () => {
      const block = await blockOf(node, 'latest');
      return Number(block?.number) > before && block;
    };
    assert.equal((await until(later, 'a block')).miner, operator);
    assert.equal(await node.stop('SIGTERM'), 0);
  }
});
