/** Runs the compiled tests. Node 20 does not expand globs itself, so the files are listed here. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const only = process.argv.slice(2);
/** Where the compiler puts tests ← where their sources are. */
const folders = { 'dist/tools': 'tools', dist: 'src', 'packages/curves/dist': 'packages/curves/src' };

/** Compiled tests whose source exists: the compiler leaves behind what it made of a file that has moved. */
function testsOf([compiled, sources]) {
  return readdirSync(compiled, { recursive: true })
    .filter((name) => name.endsWith('.test.js') && existsSync(`${sources}/${name.replace(/js$/, 'ts')}`))
    .map((name) => `${compiled}/${name}`);
}

const files = Object.entries(folders)
  .flatMap(testsOf)
  .filter((name) => only.length === 0 || only.some((part) => name.includes(part)))
  .sort();
if (files.length === 0) {
  console.error(`no test file matches ${only.join(' ')}`);
  process.exit(1);
}
// The same commit plays the same cases on every machine, and the next one plays others.
const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout;
const seed = process.env.SEED ?? String(Number.parseInt(commit?.slice(0, 7) || '1', 16));
if (!/^-?\d+$/.test(seed)) {
  console.error(`SEED must be a whole number, not ${seed}`);
  process.exit(1);
}
console.log(`# SEED=${seed} plays the same random cases again`);
const reporters = ['tap', './scripts/failed-tests.mjs'].flatMap((name) => [
  `--test-reporter=${name}`,
  '--test-reporter-destination=stdout',
]);
// Most tests wait for nodes and networks most of the time, so there is one file more than there are cores.
const concurrency = `--test-concurrency=${availableParallelism() + 1}`;
const preload = `--import=${import.meta.resolve('./test-seed.mjs')}`;
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', preload, '--test', concurrency, ...reporters, ...files],
  { stdio: 'inherit', env: { ...process.env, SEED: seed } },
);
process.exit(status ?? 1);
