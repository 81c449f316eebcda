import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { programFile, runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A folder with a qord.toml. */
function folderWith(t: TestContext, toml: string): string {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'qord.toml'), toml);
  return folder;
}

const ask = `fetch(process.env.QORD_NODE, { method: 'POST', headers: { 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' }).then(async (reply) => console.log(await reply.text()))`;

/** The chain id of a network that starts in that folder. */
async function chainIdIn(cwd: string, words: readonly string[] = [], variables = {}): Promise<string> {
  const script = join(cwd, 'ask.mjs');
  writeFileSync(script, ask);
  const exec = ['--port', '0', '--exec', `${process.execPath} ask.mjs`];
  const { stdout, stderr } = await runQord(['start', ...exec, ...words], { cwd, variables });
  const [, id = stderr] = /"result":"(0x[0-9a-f]+)"/.exec(stdout) ?? [];
  return id;
}

test('a development network takes the settings of qord.toml in its folder', async (t) => {
  const folder = folderWith(t, '[genesis]\nchain-id = 4242\naccounts = 2\n');
  assert.equal(await chainIdIn(folder, ['--memory']), '0x1092');
  assert.equal(await chainIdIn(folder, ['--memory', '--chain-id', '5']), '0x5', 'a flag counts more');
  assert.equal(await chainIdIn(folder, ['--memory'], { QORD_GENESIS_CHAIN_ID: '6' }), '0x6', 'a variable, too');
  const home = join(folder, 'home');
  assert.equal(await chainIdIn(folder, ['--home', home]), '0x1092');
  assert.equal(await chainIdIn(folder, ['--home', home]), '0x1092', 'the home keeps it');
  writeFileSync(join(home, 'config', 'app.toml'), '[genesis]\nchain-id = 7\naccounts = 2\n');
  assert.equal(await chainIdIn(folder, ['--home', home]), '0x1092', 'app.toml counts less');
  const started = await runQord(['start', '--memory', '--port', '0', '--exec', 'true', '--log.level', 'info'], {
    cwd: folder,
  });
  assert.match(started.stderr, /settings of this folder.*qord\.toml/);
});

test('qord.toml names no program and no unknown key', async (t) => {
  const words = ['start', '--memory', '--port', '0', '--exec', 'true'];
  const evil = folderWith(t, '[consensus]\ndriver = "comet"\n[comet]\nbinary = "./evil"\n');
  const refused = await runQord(words, { cwd: evil });
  assert.match(refused.stderr, /^qord: .*qord\.toml: unknown section \[comet\]; remove it\n$/);
  assert.equal(refused.code, 3);
  const typo = await runQord(words, { cwd: folderWith(t, '[genesis]\nacounts = 2\n') });
  assert.match(typo.stderr, /qord\.toml: unknown key acounts in \[genesis\]; did you mean accounts\?/);
});

test('several networks run at once by --port alone, each with a home of its own', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startNumber(19_000);
  const inner = `env -u QORD_HOME ${process.execPath} ${programFile} start --port ${first + 10} --exec "${process.execPath} ask.mjs"`;
  writeFileSync(join(folder, 'ask.mjs'), ask);
  const { stdout, code, stderr } = await runQord(['start', '--port', String(first), '--exec', inner], {
    cwd: folder,
    variables: { HOME: folder },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /"result":"0x2648"/);
  for (const port of [first, first + 10]) assert.ok(existsSync(join(folder, `.qord-${port}`, 'data')), String(port));
  assert.ok(!existsSync(join(folder, '.qord')));
});

test('a home of another network stays the one of --port', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, '.qord', 'config'), { recursive: true });
  const genesis = { network: 'testnet', chainId: 9800, timestamp: 1, alloc: {} };
  writeFileSync(join(folder, '.qord', 'config', 'genesis.json'), JSON.stringify(genesis));
  const words = ['start', '--port', '19500', '--consensus.driver', 'single', '--exec', 'echo $QORD_HOME'];
  const { stdout, stderr } = await runQord(words, { variables: { HOME: folder } });
  assert.equal(stdout, `${join(folder, '.qord')}\n`, stderr);
  assert.ok(!existsSync(join(folder, '.qord-19500')));
});

/** A port from `least` on that nobody uses, nor the nineteen after it. */
async function startNumber(least: number): Promise<number> {
  for (let port = least; ; port += 20) {
    const uses = Array.from({ length: 20 }, (_, index) => isUsed(port + index));
    if (!(await Promise.all(uses)).includes(true)) return port;
  }
}

function isUsed(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(true));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(false)));
  });
}
