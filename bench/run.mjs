/**
 * npm run bench [-- suite …]: measures qord beside anvil in the same run and prints a table per suite. `-- gas --only
 * bridge --cases 5` measures only what has that in its name, and shows the five slowest cases of each. `-- writes
 * --only disk` measures one part. `-- transfers --hybrid` compares hybrid transfers with plain ones, without a peer.
 * `-- growth --transfers 1000000` reads a chain of so many. Absolute figures of different machines or runs are not
 * comparable; the ratios are.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createReport } from './lib/report.mjs';

const known = readdirSync(new URL('./suites/', import.meta.url)).map((name) => name.replace('.mjs', ''));
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    cases: { type: 'string' },
    write: { type: 'boolean' },
    hybrid: { type: 'boolean' },
    transfers: { type: 'string' },
  },
});
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no suite ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(1);
}

console.log(`# ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
for (const name of wanted.length > 0 ? wanted : known) {
  const report = createReport(name);
  const { run, hasPeer = true } = await import(`./suites/${name}.mjs`);
  if (hasPeer && !options.hybrid) installPeer();
  await run(report, { ...options, cases: numberOf(options.cases), transfers: numberOf(options.transfers) });
  report.print();
}

function numberOf(text) {
  return text === undefined ? undefined : Number(text);
}

function installPeer() {
  const here = new URL('./', import.meta.url);
  if (existsSync(new URL('./node_modules/.bin/anvil', here))) return;
  console.log('installing the peer (bench/package.json) …');
  // Without a lock file: it would hold the binary of one platform only. The version is exact.
  execFileSync('npm', ['install', '--no-package-lock'], { cwd: here, stdio: 'inherit' });
}
