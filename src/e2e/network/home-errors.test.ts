import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cometHome } from '../../consensus/comet/comet-home.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { freePorts } from '../../testing/node/free-ports.ts';
import { listen } from '../../testing/node/listen.ts';
import { runQord } from '../../testing/run-qord.ts';
import { asFlags } from '../../testing/spawn-node.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { until } from '../../testing/until.ts';

/** Asserts that a start is rejected in one line; returns that line. */
async function rejection(home: string, code: number, flags: Record<string, string> = {}): Promise<string> {
  const words = ['start', '--home', home, '--json', ...asFlags({ ...freePorts, ...flags })];
  const ended = await runQord(words);
  assert.equal(ended.code, code, ended.stderr);
  assert.match(ended.stderr, /^qord: [^\n]+\n$/, 'one line');
  return ended.stderr;
}

test('without CometBFT, or with another release, nothing is started or written', async (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, 'home');
  const flags = { 'consensus.driver': 'comet' };
  const missing = await rejection(home, 3, { ...flags, cometbft: join(folder, 'nowhere') });
  assert.match(missing, /CometBFT v0\.40\.0 is not there .*run go install .*cmd\/cometbft@v0\.40\.0/);
  const other = join(folder, 'cometbft');
  writeFileSync(other, '#!/bin/sh\necho 0.38.17\n', { mode: 0o755 });
  assert.match(
    await rejection(home, 3, { ...flags, cometbft: other }),
    /is CometBFT 0\.38\.17, and all nodes .* v0\.40\.0/,
  );
  writeFileSync(other, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  assert.match(await rejection(home, 3, { ...flags, cometbft: other }), /is no CometBFT that runs here/);
  const deep = join(folder, 'x'.repeat(120));
  assert.match(await rejection(deep, 3, { ...flags, cometbft: other }), /use a --home with a shorter path/);
  assert.deepEqual(readdirSync(folder), ['cometbft']);
});

test('a home whose data or ports do not match is rejected with a remedy', { skip: cometMissing }, async (t) => {
  const [node] = await startNetwork(t, { validators: 1 });
  assert.ok(node);
  await until(async () => (await node.height()) >= 2, 'block 2');
  const [older, olderBlocks] = ['older', 'older-blocks'].map((name) => join(temporaryFolder(t), name));
  assert.ok(older && olderBlocks);
  assert.equal(await node.process.stop('SIGTERM'), 0);
  cpSync(join(node.home, 'data'), older, { recursive: true });
  cpSync(cometHome(node.home).dataFolder, olderBlocks, { recursive: true });
  await node.start();
  const height = await node.height();
  await until(async () => (await node.height()) >= height + 2, 'two blocks more');
  await t.test('another node on the same home', async () => {
    assert.match(await rejection(node.home, 4), /is in use/);
  });
  assert.equal(await node.process.stop('SIGTERM'), 0);
  await t.test('the port for peers is taken', () => portTaken(t, node));
  await t.test('older data of qord catch up through CometBFT', () => replayed(node, older));
  await t.test('the data of CometBFT are older', () => cometDataOlder(node, olderBlocks));
  await t.test('the data of CometBFT are missing', () => cometDataLost(node));
  await t.test('qord comet reset lets the node start again', () => reset(node));
});

async function portTaken(t: TestContext, node: NetworkNode): Promise<void> {
  const port = await listen(t, createServer());
  const flags = { 'comet.p2p-address': `127.0.0.1:${port}` };
  assert.match(await rejection(node.home, 4, flags), /\[comet\] p2p-address: port \d+ of 127\.0\.0\.1 is in use; set/);
}

async function replayed(node: NetworkNode, older: string): Promise<void> {
  await node.start();
  const height = await node.height();
  const { hash } = await node.call<{ hash: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
  assert.equal(await node.process.stop('SIGTERM'), 0);
  rmSync(join(node.home, 'data'), { recursive: true });
  cpSync(older, join(node.home, 'data'), { recursive: true });
  await node.start();
  await until(async () => (await node.height()) > height, 'the blocks from CometBFT');
  const block = await node.call<{ hash: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
  assert.equal(block.hash, hash);
  assert.equal(await node.process.stop('SIGTERM'), 0);
}

/** They are restored without the record of what the key has signed, as the documentation demands. */
async function cometDataOlder(node: NetworkNode, older: string): Promise<void> {
  const { dataFolder, validatorStateFile } = cometHome(node.home);
  const state = readFileSync(validatorStateFile);
  rmSync(dataFolder, { recursive: true });
  cpSync(older, dataFolder, { recursive: true });
  writeFileSync(validatorStateFile, state);
  assert.match(
    await rejection(node.home, 3),
    /end at block [1-9]\d*, those of this node at \d+: .*qord comet reset --yes/,
  );
}

async function cometDataLost(node: NetworkNode): Promise<void> {
  const { dataFolder, validatorStateFile } = cometHome(node.home);
  const state = join(node.home, 'state.json');
  cpSync(validatorStateFile, state);
  rmSync(dataFolder, { recursive: true });
  const lost = await rejection(node.home, 3);
  assert.match(lost, /priv_validator_state\.json is missing beside the key/);
  mkdirSync(dataFolder);
  cpSync(state, validatorStateFile);
  assert.match(await rejection(node.home, 3), /end at block 0, those of this node at \d+: .*qord comet reset --yes/);
}

async function reset(node: NetworkNode): Promise<void> {
  const { code, stderr } = await runQord(['comet', 'reset', '--home', node.home]);
  assert.equal(code, 2, stderr);
  const done = await runQord(['comet', 'reset', '--yes', '--home', node.home, '--json']);
  assert.equal(done.code, 0, done.stderr);
  assert.equal(existsSync(join(node.home, 'data')), false);
  assert.equal(existsSync(cometHome(node.home).validatorStateFile), true);
  const shown = await runQord(['comet', 'show-validator', '--home', node.home, '--json']);
  assert.match(JSON.parse(shown.stdout).key, /^0x[0-9a-f]{64}$/);
  assert.match((await runQord(['comet', 'show-node-id', '--home', node.home])).stdout, /^[0-9a-f]{40}\n$/);
}
