import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { findFoundry, foundryMissing } from '../testing/clients/foundry.ts';
import { installPacked, linkPackages, projectRoot } from '../testing/packed-package.ts';
import { plainEnvironment } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const run = promisify(execFile);
const closers: (() => void)[] = [];
test.after(() => {
  for (const close of closers) close();
});

describe('a project that the packed package writes', () => {
  let folder = '';
  before(async () => {
    folder = temporaryFolder({ after: (end) => void closers.push(end as () => void) });
    await installPacked(folder);
  });

  /** Runs the installed program. */
  async function qord(words: readonly string[], cwd = folder, path: readonly string[] = []) {
    const { NODE_TEST_CONTEXT: _, PATH = '', ...env } = plainEnvironment(); // of the test around it
    const child = spawn(process.execPath, [join(folder, 'node_modules/qord/dist/qord.cjs'), ...words], {
      cwd,
      env: { ...env, PATH: [...path, PATH].join(delimiter) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text;
      });
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, ...output };
  }

  const startWords = ['start', '--memory', '--port', '0', '--log.level', 'info', '--exec', 'npm test'];

  test('with viem is green at its first run, and uses its qord.toml', async () => {
    const name = "it's a “pröject”";
    const { stdout: steps } = await qord(['new', name]);
    assert.match(steps, /^wrote .*\ncd 'it'\\''s a “pröject”'\nnpm install\nqord start .*\n$/);
    const project = join(folder, name);
    linkPackages(project, ['viem', 'solc', '@solana/web3.js']);
    const { code, stdout, stderr } = await qord(startWords, project);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^(?:#|ℹ) pass 3$/m);
    assert.match(stderr, /settings of this folder.*qord\.toml/);
  });

  test('with Foundry, too', { skip: foundryMissing('forge') }, async () => {
    assert.equal((await qord(['new', 'with-forge', '--template', 'foundry'])).code, 0);
    const project = join(folder, 'with-forge');
    linkPackages(project, ['viem', 'solc', '@solana/web3.js']);
    const { code, stdout, stderr } = await qord(startWords, project, [dirname(findFoundry('forge') ?? '')]);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /1 tests passed, 0 failed/);
    assert.match(stdout, /^(?:#|ℹ) pass 3$/m);
  });

  test('names the versions that were tried: with Hardhat those of clients/, where scripts/clients.sh runs it', async () => {
    const read = (path: string) => JSON.parse(readFileSync(join(projectRoot, path, 'package.json'), 'utf8'));
    const tried = ['viem', 'solc', '@solana/web3.js'].map((name) => [name, read(`node_modules/${name}`).version]);
    const forge = [['@foundry-rs/forge', read('clients/foundry').dependencies['@foundry-rs/forge']]];
    assert.deepEqual(read('templates/viem').devDependencies, Object.fromEntries(tried));
    assert.deepEqual(read('templates/foundry').devDependencies, Object.fromEntries([...forge, ...tried]));
    for (const name of ['hardhat-2', 'hardhat-3']) {
      const { '@solana/web3.js': solana, ...hardhat } = read(`templates/${name}`).devDependencies;
      delete hardhat['@nomicfoundation/hardhat-node-test-runner']; // only run as a part of the project
      assert.equal(solana, Object.fromEntries(tried)['@solana/web3.js']);
      const { dependencies } = read(`clients/${name}`);
      for (const [each, version] of Object.entries(hardhat)) assert.equal(version, dependencies[each], each);
    }
  });

  test('with Hardhat is for the newest that this Node runs, or for that which is named', async () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const newest = major > 22 || (major === 22 && minor >= 13) ? 3 : 2;
    for (const [template, version] of [
      ['hardhat', newest],
      ['hardhat-2', 2],
      ['hardhat-3', 3],
    ] as const) {
      const { code, stdout } = await qord(['new', `of-${template}`, '--template', template]);
      assert.equal(code, 0);
      assert.ok(stdout.startsWith(`wrote a project with hardhat-${version} into `), stdout);
      const { devDependencies } = JSON.parse(readFileSync(join(folder, `of-${template}`, 'package.json'), 'utf8'));
      assert.match(devDependencies.hardhat, new RegExp(`^${version}\\.`));
    }
  });

  test('is written into a new or an empty folder only, as a whole or not at all', async () => {
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'x'), '');
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('full', join(folder, 'linked'));
    const refusals = [
      [['new', 'full'], 1, /full: it is not empty: name a new folder$/],
      [['new', 'linked'], 1, /linked: it is not empty/],
      [['new', 'file'], 1, /file: ENOTDIR/],
      [['new', 'file/below'], 1, /below: ENOTDIR/],
      [['new', `${'long'.repeat(100)}`], 1, /ENAMETOOLONG/],
      [
        ['new', 'other', '--template', 'truffle'],
        2,
        /--template is one of hardhat, viem, hardhat-2, hardhat-3, foundry, not truffle$/,
      ],
      [['new'], 2, /missing required argument 'folder'/],
    ] as const;
    for (const [words, expected, message] of refusals) {
      const { code, stderr, stdout } = await qord(words);
      assert.deepEqual([code, stdout], [expected, ''], words.join(' '));
      assert.match(stderr, /^qord: [^\n]+\n$/, 'one line');
      assert.match(stderr.trim(), message);
    }
    assert.deepEqual(readdirSync(full), ['x']);
    assert.ok(!existsSync(join(folder, 'other')));
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const { stdout } = await qord(['new', '.', '--json', '--template', 'hardhat'], empty);
    assert.deepEqual(
      JSON.parse(stdout).files.sort(),
      (readdirSync(empty, { recursive: true }) as string[]).filter((name) => name.includes('.')).sort(),
    );
  });

  test('is written as a whole, also when somebody interrupts it', async (t) => {
    const program = join(folder, 'node_modules/qord/dist/qord.cjs');
    for (const name of ['first', 'second', 'third']) {
      const child = spawn(process.execPath, [program, 'new', `interrupted-${name}`], { cwd: folder, stdio: 'ignore' });
      const watcher = watch(folder, () => existsSync(join(folder, `interrupted-${name}`)) && child.kill('SIGINT'));
      t.after(() => watcher.close());
      await new Promise((resolve) => child.once('close', resolve));
      watcher.close();
      assert.equal(readdirSync(join(folder, `interrupted-${name}`)).length, 7);
    }
  });

  test('is taken back when it cannot be finished', async () => {
    const program = join(folder, 'node_modules/qord/dist/qord.cjs');
    const limited = `ulimit -f 1; exec "${process.execPath}" "${program}" new unfinished/inner`; // files of 512 bytes
    const { code, stderr } = await run('sh', ['-c', limited], { cwd: folder }).catch((error) => error);
    assert.equal(code, 1);
    assert.match(stderr, /^qord: .*inner: EFBIG[^\n]*\n$/);
    assert.ok(!existsSync(join(folder, 'unfinished')));
  });
});
