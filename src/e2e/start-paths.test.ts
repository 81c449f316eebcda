import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plainEnvironment, programFile, runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A folder with a file `plain`, a folder `inner`, and links to nothing and to a device. */
function prepare(t: Parameters<typeof temporaryFolder>[0]): string {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'plain'), 'x');
  mkdirSync(join(folder, 'inner'));
  symlinkSync('nowhere/x', join(folder, 'dangling'));
  symlinkSync('/dev/zero', join(folder, 'endless'));
  return folder;
}

const program = `node -e "console.log('it has run')"`;

test('a path that cannot be used ends the start in one line, before there is a node, and leaves nothing', async (t) => {
  const folder = prepare(t);
  const before = readdirSync(folder).sort();
  const none = 'there is no such file or folder (ENOENT)';
  const noFolder = 'a part of the path is not a folder (ENOTDIR)';
  const saved = 'name one that --dump-state or anvil has written';
  const writable = 'name a file that this user can write';
  const device = 'it is a device, not a file';
  const cases = [
    ['load-state', 'none', `${none}; ${saved}`],
    ['load-state', 'plain/x', `${noFolder}; ${saved}`],
    ['load-state', 'inner', `inner/state.json: ${none}`],
    ['load-state', 'endless', device],
    ['load-state', 'plain', saved],
    ['load-state', '', '--load-state is empty: name a file'],
    ['state', 'none/x', `${none}; ${writable}`],
    ['state', 'plain/x', `${noFolder}; ${writable}`],
    ['state', 'plain', saved],
    ['state', 'endless', device],
    ['dump-state', 'none/x', `${none}; ${writable}`],
    ['dump-state', 'plain/x', `${noFolder}; ${writable}`],
    ['dump-state', '/proc/x', `${none}; ${writable}`],
    ['dump-state', 'x'.repeat(300), `the path is too long (ENAMETOOLONG); ${writable}`],
    ['config-out', 'none/x', `${none}; ${writable}`],
    ['config-out', 'plain/x', `${noFolder}; ${writable}`],
    ['config-out', 'inner', 'it is a folder'],
    ['config-out', '/dev/full', `the disk is full (ENOSPC); ${writable}`],
    ['config-out', '', '--config-out is empty: name a file'],
    ['init', 'none', none],
    ['init', 'plain/x', noFolder],
    ['init', 'inner', 'it is a folder, not a file'],
    ['init', 'endless', device],
    ['init', 'plain', 'must be a file with JSON'],
    ['ipc', 'none/x', 'there is no such folder'],
    ['ipc', 'plain/x', 'set another with --ipc'],
    ['ipc', 'inner', 'there is something else than a socket'],
    ['ipc', 'plain', 'there is something else than a socket'],
    ['json-rpc.tls-certificate', 'none', 'tls-key is empty'],
  ] as const;
  for (const [option, path, words] of cases) {
    const given = `--${option} ${path.slice(0, 20)}`;
    const start = ['start', '--memory', '--port', '0', '--exec', program, `--${option}`, path];
    const { code, stdout, stderr } = await runQord(start, { cwd: folder });
    assert.match(stderr, /^qord: [^\n]+\n$/, given);
    assert.ok(stderr.includes(words), `${given}: ${stderr}`);
    assert.ok(!/^\s+at |Error:/.test(stderr), stderr);
    assert.ok([1, 2, 3, 4].includes(code ?? 0), given);
    assert.equal(stdout, '', `${given}: the command has not run`);
    assert.deepEqual(readdirSync(folder).sort(), before, given);
  }
  assert.equal(readFileSync(join(folder, 'plain'), 'utf8'), 'x');
});

test('a home, or a temporary folder, that cannot be used ends the start in one line', async (t) => {
  const folder = prepare(t);
  const start = ['start', '--port', '0', '--exec', program];
  const before = readdirSync(folder).sort();
  for (const path of ['plain', 'plain/x', 'dangling/x', '/proc/x', '/dev/null/x', 'x'.repeat(300)]) {
    const home = await runQord([...start, '--home', path], { cwd: folder });
    assert.match(home.stderr, /^qord: [^\n]+\n$/, path);
    assert.deepEqual([home.code, home.stdout], [3, ''], path);
    const memory = await runQord([...start, '--memory'], { cwd: folder, variables: { TMPDIR: join(folder, path) } });
    assert.match(memory.stderr, /^qord: [^\n]+\n$/, path);
    assert.deepEqual([memory.code, memory.stdout], [3, ''], path);
  }
  assert.deepEqual(readdirSync(folder).sort(), before);
});

test('--config-out and --dump-state write to a device or a pipe, which stays', async (t) => {
  const folder = prepare(t);
  const words = [
    'start',
    '--memory',
    '--port',
    '0',
    '--exec',
    'true',
    '--config-out',
    '/dev/stdout',
    '--dump-state',
    '/dev/null',
  ];
  const line = `"${process.execPath}" "${programFile}" ${words.join(' ')} | cat`; // of a shell: Node gives sockets for pipes
  const stdout = execFileSync('sh', ['-c', line], { cwd: folder, env: plainEnvironment(), encoding: 'utf8' });
  assert.equal(JSON.parse(stdout).private_keys.length, 10);
  assert.ok(existsSync('/dev/null') && !existsSync('/dev/null.new'));
});
