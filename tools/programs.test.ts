import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';

/** Runs `npm run fuzz` or `npm run test:official` without npm. */
function run(program: 'fuzz' | 'official', ...words: readonly string[]) {
  const file = fileURLToPath(new URL(`${program}/main.js`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the fuzzer prints its help, rejects unknown options, and prints a summary', () => {
  const help = run('fuzz', '--help');
  assert.deepEqual([help.status, help.stderr], [0, '']);
  for (const option of ['--seconds', '--seed', '--count']) assert.ok(help.stdout.includes(option), option);
  for (const [words, message] of [
    [['--seconds', 'x'], /^fuzz: --seconds must be a whole number, not x; see .*\n$/],
    [['--sed', '1'], /^fuzz: Unknown option '--sed'.*\n$/],
    [['--seed'], /^fuzz: .*--seed.*\n$/],
  ] as const) {
    const { status, stdout, stderr } = run('fuzz', ...words);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, message);
  }
  const { status, stdout } = run('fuzz', '--seed', '7', '--count', '3');
  assert.equal(status, 0);
  assert.match(stdout, /^3 scenarios, [\d.]+ a second, 0 differences\n$/);
  const aged = run('fuzz', '--aged', '--seed', '7', '--count', '4');
  assert.equal(aged.status, 0);
  assert.match(aged.stdout, /^4 blocks, [\d.]+ a second, 0 differences\n$/);
  assert.equal(run('fuzz', '--aged', '--blocks').status, 2);
});

test('the runner of official tests prints its help, and fails when there is nothing to run', (t) => {
  const help = run('official', '--help');
  assert.deepEqual([help.status, help.stderr], [0, '']);
  assert.match(help.stdout, /npm run test:official -- <folder>/);
  for (const [words, message] of [
    [[], /^test:official: name one or more folders/],
    [['nowhere'], /^test:official: nowhere does not exist; see/],
    [['--fast'], /^test:official: unknown option --fast; see/],
  ] as const) {
    const { status, stdout, stderr } = run('official', ...words);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, message);
  }
  const empty = run('official', temporaryFolder(t));
  assert.equal(empty.status, 1);
  assert.match(empty.stdout, /^0 passed, 0 failed, 0 skipped in 0 files/);
});
