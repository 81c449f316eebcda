import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runQord } from '../../testing/run-qord.ts';
import { spawnNode } from '../../testing/spawn-node.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type End, healthyHome, overwrite, startOn } from './damaged-copies.ts';

const data = join('data', 'data.mdb');

/** One line with the exit code of data that cannot be used. */
function assertRejected({ code, signal, stderr }: End, message: RegExp, what: string): void {
  assert.deepEqual([code, signal], [3, null], `${what}: ${stderr}`);
  assert.match(stderr, /^qord: [^\n]+\n$/, what);
  assert.match(stderr, message, what);
}

test('a home that has lost its chain does not start another one', async (t) => {
  const { copy, drop } = await healthyHome(t);
  const losses: readonly (readonly [string, string, (path: string) => void])[] = [
    ['of 0 bytes', data, (path) => truncateSync(path, 0)],
    ['gone', data, (path) => rmSync(path)],
    ['gone with its folder', 'data', (path) => rmSync(path, { recursive: true })],
  ];
  for (const [what, file, damage] of losses) {
    const home = copy(file, damage);
    const pattern = /data\.mdb holds no chain, but this home had one: restore a copy .* delete .*chain\.json/;
    assertRejected(await startOn(home), pattern, what);
    const exported = await runQord(['export', '--home', home]);
    assertRejected({ signal: null, ...exported }, pattern, `export, ${what}`);
    if (file === data) assert.equal(existsSync(join(home, data)) && statSync(join(home, data)).size > 0, false, what);
    drop(home);
  }
  const renewed = copy(data, (path) => truncateSync(path, 0));
  rmSync(join(renewed, 'chain.json'));
  assert.deepEqual(await startOn(renewed), { code: 0, signal: null, stderr: '', started: true });
  assert.ok(existsSync(join(renewed, 'chain.json')));
});

test('a truncated database is rejected before it is mapped', async (t) => {
  const { home, copy, drop } = await healthyHome(t);
  const { size } = statSync(join(home, data));
  for (const length of [1, 100, 4096, 8191, 8192, 12_288, Math.floor(size / 2) + 5, Math.floor(size / 2)]) {
    const cut = copy(data, (path) => truncateSync(path, length));
    assertRejected(await startOn(cut), /data\.mdb is damaged: .*; .* restore a copy/, `cut to ${length}`);
    assertRejected({ signal: null, ...(await runQord(['export', '--home', cut])) }, /is damaged/, `export ${length}`);
    drop(cut);
  }
});

test('a header with wrong bytes is rejected, or has no effect', async (t) => {
  const { home, copy, drop } = await healthyHome(t);
  const meta = (page: number, at: number) => page * 4096 + 24 + at;
  const rejected = [0, 4, 25, 46, 77, 112, 118, 126, 134].flatMap((at) => [meta(0, at), meta(1, at)]);
  for (const at of [18, ...rejected]) {
    const flipped = copy(data, (path) => overwrite(path, at, (bytes) => bytes.writeUInt8(bytes.readUInt8() ^ 0xff)));
    const end = await runQord(['export', '--home', flipped]);
    // a root that names another page of the file may lead to an empty tree
    const fault = /data\.mdb (is damaged|holds no chain, but this home had one)/;
    if (end.code !== 0) assertRejected({ signal: null, ...end }, fault, `byte ${at}`);
    else assert.equal(end.stdout, (await runQord(['export', '--home', home])).stdout, `byte ${at}`);
    drop(flipped);
  }
  const zeroed = copy(data, (path) => overwrite(path, 0, (bytes) => bytes.fill(0), 8192));
  assertRejected(await startOn(zeroed), /data\.mdb is damaged: it has no LMDB header/, 'zeroed');
  const text = copy(data, (path) => writeFileSync(path, 'not a database\n'.repeat(1000)));
  assertRejected(await startOn(text), /data\.mdb is damaged: it has no LMDB header/, 'text');
});

test('damaged lock files are recreated, and a running node keeps its lock', async (t) => {
  const { copy, drop } = await healthyHome(t);
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['zeroed', (path) => overwrite(path, 0, (bytes) => bytes.fill(0), 8192)],
    ['cut', (path) => truncateSync(path, 100)],
    ['random', (path) => writeFileSync(path, Buffer.from(Array.from({ length: 8192 }, (_, at) => (at * 7 + 3) & 255)))],
    ['gone', (path) => rmSync(path)],
  ];
  for (const file of ['in-use.mdb', 'in-use.mdb-lock', 'data.mdb-lock']) {
    for (const [what, damage] of damages) {
      const home = copy(join('data', file), damage);
      assert.deepEqual(await startOn(home), { code: 0, signal: null, stderr: '', started: true }, `${file} ${what}`);
      drop(home);
    }
  }
});

test('a home that is not a usable folder is reported in one line', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  assertRejected(
    await startOn(file),
    /cannot be (?:opened|used): .*ENOTDIR.* or (?:pass|name) another --home/,
    'a file as home',
  );
  const { home, copy } = await healthyHome(t);
  const withFile = copy('data', (path) => {
    rmSync(path, { recursive: true });
    writeFileSync(path, '');
  });
  rmSync(join(withFile, 'chain.json'));
  assertRejected(
    await startOn(withFile),
    /data(?:\.mdb)? cannot be (?:opened|used): .*ENOTDIR.* or (?:pass|name) another --home/,
    'a file as data folder',
  );
  assert.ok(readFileSync(join(home, 'chain.json'), 'utf8').includes('genesisHash'));
});

test('a full disk ends the node with a remedy, and no block is lost', async (t) => {
  const { copy } = await healthyHome(t);
  for (const durable of [false, true]) {
    const home = copy();
    const blocks = Math.ceil(statSync(join(home, data)).size / 512) + 200;
    const settings = `QORD_CONSENSUS_BLOCK_INTERVAL=1ms QORD_STORAGE_DURABLE=${durable}`;
    const shell = `ulimit -f ${blocks}; export ${settings}`; // empty blocks until nothing fits
    const end = await startOn(home, { shell, toItsEnd: true });
    assert.ok(end.started);
    assert.deepEqual([end.code, end.signal], [3, null], end.stderr);
    assert.match(
      end.stderr,
      /qord: [^\n]*data\.mdb cannot (?:grow|be read or written): [^\n]*make room [^\n]*start again[^\n]*\n$/,
    ); // after the message of LMDB itself
    const after = await startOn(home);
    assert.deepEqual([after.code, after.started, after.stderr], [0, true, '']);
  }
});

test('system limits that are too low are reported in one line, if this Node does not start with them', async (t) => {
  const { copy } = await healthyHome(t);
  const home = copy();
  const cases: readonly (readonly [string, RegExp])[] = [
    // with fewer than 28, Node 22 and later end with SIGSEGV when they start a thread
    ['ulimit -n 28', /ulimit -n 4096/],
    ['ulimit -v 8000000', /ulimit -v unlimited/],
    ['ulimit -v 20000000', /ulimit -v unlimited/],
  ];
  for (const [shell, message] of cases) {
    const { code, signal, stderr, started } = await startOn(home, { shell });
    if (started && shell.startsWith('ulimit -v')) continue; // newer versions of Node take less
    assert.deepEqual([code, signal], [1, null], `${shell}: ${stderr}`);
    assert.match(stderr, /^qord: [^\n]+\n$/, shell);
    assert.match(stderr, message, shell);
  }
});

test('a limited address space leads to a smaller map, or an error in one line', async (t) => {
  const { copy } = await healthyHome(t);
  const home = copy();
  for (const gigabytes of [45, 60, 80, 120]) {
    const { code, signal, stderr, started } = await startOn(home, { shell: `ulimit -v ${gigabytes * 1_000_000}` });
    assert.equal(signal, null, `${gigabytes} GB`);
    if (!started) assert.match(stderr, /^qord: [^\n]+ulimit -v unlimited\n$/, `${gigabytes} GB`);
    else assert.equal(code, 0, stderr);
    t.diagnostic(`${gigabytes} GB: ${started ? 'started' : stderr.trim()}`);
    if (gigabytes === 120) assert.ok(started);
  }
});

test('a home that is deleted or moved under a running node ends it with one line', async (t) => {
  const losses: readonly ((home: string) => void)[] = [
    (home) => rmSync(home, { recursive: true }),
    (home) => renameSync(home, `${home}-elsewhere`),
    (home) => rmSync(join(home, 'data'), { recursive: true }),
  ];
  for (const lose of losses) {
    const home = join(temporaryFolder(t), 'home');
    const node = await spawnNode(t, home, { 'consensus.block-interval': '50ms' });
    const ended = once(node.process, 'close');
    lose(home);
    assert.deepEqual(await ended, [3, null]);
    assert.match(node.errorOutput(), /^qord: \S+ has been deleted, moved or replaced while [^\n]+ start again\n$/);
  }
});
