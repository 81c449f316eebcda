import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { Batch } from '#qord/store/batch.ts';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';
import { failureOf } from './mutants/find-mutants.ts';
import { parseSimulatorOptions } from './options.ts';
import { type ProfileName, profiles } from './profile.ts';
import { run } from './run.ts';
import { readRegression, regressionFiles } from './shrinking/regression.ts';
import { replay } from './shrinking/shrink.ts';
import { World } from './world/world.ts';

const names = Object.keys(profiles) as ProfileName[];

test('twenty seeds of all profiles give the same journal twice, and nothing fails', async () => {
  const digests = new Set<string>();
  let accepted = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const profile = profiles[names[seed % names.length] ?? 'calm'];
    const first = await run({ seed, blocks: 2, nodes: 1, profile });
    assert.equal(first.failure, undefined, `seed ${seed}`);
    assert.ok(first.blocks >= 2);
    accepted += first.accepted;
    const second = await run({ seed, blocks: 2, nodes: 1, profile });
    assert.equal(second.journal, first.journal, `seed ${seed}`);
    digests.add(first.journal);
  }
  assert.ok(accepted > 20);
  assert.equal(digests.size, 20, 'each seed is another run');
});

test('four validators give the same journal twice, through failed rounds, mutated proposals and kills', async () => {
  const options = { seed: 7, blocks: 3, nodes: 4, profile: profiles.everything };
  const first = await run(options);
  assert.equal(first.failure, undefined);
  assert.ok(first.blocks >= 3 && first.accepted > 0);
  const second = await run(options);
  assert.equal(second.journal, first.journal);
});

test('most blocks are empty when clients pause', async () => {
  const { failure, blocks, situations } = await run({
    seed: 1,
    blocks: 30,
    nodes: 1,
    profile: profiles.calm,
    pace: 100,
  });
  assert.equal(failure, undefined);
  assert.ok((situations.get('a block is empty') ?? 0) > blocks / 2);
});

test('a disk can be read when its faults have ended', (t) => {
  const world = new World({ seed: 1, profile: { ...profiles.calm, faults: { 'failing read': 1 } } });
  const disk = world.diskOf('');
  const store = disk.open(temporaryFolder(t));
  store.commit(new Batch());
  const readMuch = () => Array.from({ length: 1_000 }, () => store.get(1, new Uint8Array()));
  assert.throws(readMuch, /input\/output error/);
  world.isCalm = true;
  assert.equal(readMuch().length, 1_000);
});

test('what has failed once does not fail again', async () => {
  for (const file of regressionFiles()) {
    const regression = readRegression(file);
    const { failure } = await replay(regression);
    assert.equal(failure, undefined, file);
    if (regression.mutant === undefined) continue;
    const words = ['--replay', file];
    assert.ok(failureOf(regression.mutant, words), `${file} no longer comes to the place of what failed`);
  }
});

test('an event that never ends ends the process, which says so and leaves nothing behind', () => {
  const program = `(async () => {
    const { startWatchdog } = await import('${new URL('watchdog.js', import.meta.url).href}');
    const { homesPrefix } = await import('${new URL('node/homes.js', import.meta.url).href}');
    console.log(fs.mkdtempSync(homesPrefix));
    const beat = await startWatchdog(7, 1_000);
    beat[0] = 3;
    for (;;);
  })()`;
  const args = ['--eval', program];
  const { signal, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 600_000 });
  assert.equal(signal, 'SIGKILL');
  assert.match(stdout, /FAILURE at seed 7, step 3:\nError: an event never ends/);
  const [folder = ''] = stdout.split('\n');
  assert.ok(folder !== '' && !existsSync(folder), 'nothing is left behind');
});

test('wrong options are refused with one line', () => {
  assert.equal(parseSimulatorOptions(['--help']), 'help');
  for (const [args, message] of [
    [[], /--seed is missing/],
    [['--seed', 'x'], /--seed must be a whole number/],
    [['--seed', '1', '--profile', 'wild'], /--profile must be one of calm, clients/],
    [['--seed', '1', '--profile', 'network'], /--profile network needs --nodes above 1/],
    [['--seed', '1', '--seeds', 'all'], /--seeds must be a whole number/],
    [['--seed', '1', '--seeds', '2', '--minutes', '1'], /--seeds or --minutes, not both/],
    [['--seed', '1', '--nodes', '8'], /--nodes must be 1 to 7/],
    [['--seed', '1', '--every', '0'], /--every must be at least 1/],
    [['--seed', '1', '--pace', '0'], /--pace must be at least 1/],
    [['--mutants', '--only', 'nothing like it'], /--only names no mutant/],
    [['--replay', 'nothing.json'], /no such file/],
    [['--replay', 'package.json'], /package.json is no failure of the simulator/],
    [['--replay', 'README.md'], /JSON/],
    [['--sed', '1'], /Unknown option '--sed'/],
  ] as const)
    assert.throws(() => parseSimulatorOptions(args), message);
});
