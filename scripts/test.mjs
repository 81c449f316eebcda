/** Runs the compiled tests. Node 20 does not expand globs itself, so the files are listed here. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const only = process.argv.slice(2);
/** Whether its source still exists: the compiler leaves behind what it made of a file that was moved or deleted. */
const isCurrent = (file) => {
  const source = file
    .replace(/^dist\/(?!tools\/)/, 'src/')
    .replace(/^dist\//, '')
    .replace(/js$/, 'ts');
  return existsSync(source);
};
const files = readdirSync('dist', { recursive: true })
  .map((name) => `dist/${name}`)
  .filter(
    (name) =>
      name.endsWith('.test.js') && isCurrent(name) && (only.length === 0 || only.some((part) => name.includes(part))),
  )
  .sort();
if (files.length === 0) {
  console.error(`no test file matches ${only.join(' ')}`);
  process.exit(1);
}
const reporters = ['tap', './scripts/failed-tests.mjs'].flatMap((name) => [
  `--test-reporter=${name}`,
  '--test-reporter-destination=stdout',
]);
// Node leaves one core free by default. Most tests wait for nodes and networks most of the time, so each core gets a file.
const concurrency = `--test-concurrency=${availableParallelism()}`;
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', '--test', concurrency, ...reporters, ...files],
  {
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
