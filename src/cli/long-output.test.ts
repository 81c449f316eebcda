import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { devGenesis } from '../chain/genesis/dev-genesis.ts';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { plainEnvironment, programFile, runQord } from '../testing/run-qord.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const accounts = 20_000;

/** A home whose export is some megabytes long, for `qord export --home`. */
async function largeHome(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t);
  const home = join(folder, 'home');
  const genesis = JSON.parse(formatGenesis(devGenesis()));
  for (let i = 1; i <= accounts; i++) genesis.alloc[`0x${i.toString(16).padStart(40, '0')}`] = { balance: '1' };
  const file = join(folder, 'genesis.json');
  writeFileSync(file, JSON.stringify(genesis));
  assert.equal((await runQord(['init', '--network', 'dev', '--genesis', file, '--home', home])).code, 0);
  const node = await spawnNode(t, home);
  assert.equal(await node.stop('SIGTERM'), 0);
  return home;
}

function startExport(home: string, stdout: 'pipe' | number = 'pipe') {
  const child = spawn(process.execPath, [programFile, 'export', '--home', home], {
    env: plainEnvironment(),
    stdio: ['ignore', stdout, 'pipe'],
  });
  const errorOutput: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => errorOutput.push(chunk));
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    complaint: Buffer.concat(errorOutput).toString(),
  }));
  return { child, ended };
}

test('long output is complete, ends quietly when its reader closes, and a full disk is one line', async (t) => {
  const home = await largeHome(t);
  const { child, ended } = startExport(home);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout ?? []) {
    chunks.push(chunk);
    if (chunks.length < 20) await sleep(5); // the pipe is full long before the end of the export
  }
  assert.deepEqual(await ended, { code: 0, signal: null, complaint: '' });
  const text = Buffer.concat(chunks).toString();
  assert.ok(text.length > 1_000_000 && text.endsWith('}\n'));
  assert.ok(Object.keys(JSON.parse(text).alloc).length > accounts);
  const asJson = await runQord(['export', '--home', home, '--json']);
  assert.equal(asJson.stdout, `${JSON.stringify(JSON.parse(text))}\n`);

  const left = startExport(home);
  const [first] = await once(left.child.stdout ?? left.child, 'data');
  assert.ok(first.length > 0);
  left.child.stdout?.destroy();
  assert.deepEqual(await left.ended, { code: 141, signal: null, complaint: '' });

  if (!existsSync('/dev/full')) return t.diagnostic('no /dev/full: a full disk is not tried');
  const full = openSync('/dev/full', 'w');
  const { code, complaint } = await startExport(home, full).ended;
  closeSync(full);
  assert.equal(code, 1);
  assert.match(complaint, /^qord: standard output cannot be written: [^\n]*ENOSPC[^\n]*\n$/);
});

test('a node ends although nobody reads its log', async (t) => {
  const node = await spawnNode(t, temporaryFolder(t), { 'log.level': 'debug' });
  node.process.stdout?.pause();
  const body = JSON.stringify(Array(1_000).fill({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }));
  const headers = { 'content-type': 'application/json' };
  for (let batch = 0; batch < 5; batch++)
    await (await fetch(node.urls.http ?? '', { method: 'POST', headers, body })).text();
  node.process.kill('SIGTERM');
  await until(() => node.process.exitCode !== null, 'the end of the node');
  assert.equal(node.process.exitCode, 0);
});
