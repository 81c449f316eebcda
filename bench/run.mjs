/**
 * npm run bench [-- suite … option …]: measures qord beside anvil in the same run and prints a table per suite;
 * --help lists the options. Absolute figures of different machines or runs are not comparable; the ratios are.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createReport } from './lib/report.mjs';

const usage = `npm run bench [-- suite … option …]: measures qord beside anvil in the same run, a table per suite.

Suites (all of them by default): SUITES

  --only name          measure only what has this in its name (gas), or this part (writes; growth: chain, due, a module or a table)
  --cases number       show so many of the slowest cases of each input (gas)
  --write              store the figures for docs/gas.md (gas)
  --hybrid             compare hybrid transfers with plain ones, without a peer (transfers)
  --transfers number   length of the longer chain, without the records of modules (growth)
  -h, --help           show this text

bench/README.md describes each suite.`;

const known = readdirSync(new URL('./suites/', import.meta.url)).map((name) => name.replace('.mjs', ''));
const { values: options, positionals: wanted } = readArguments();
if (options.help) {
  console.log(usage.replace('SUITES', known.join(', ')));
  process.exit();
}
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) refuse(`no suite ${unknown.join(', ')}; there are ${known.join(', ')}`);
const [cases, transfers] = [numberOf('cases'), numberOf('transfers')];

console.log(`# ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
for (const name of wanted.length > 0 ? wanted : known) {
  const report = createReport(name);
  const { run, hasPeer = true } = await import(`./suites/${name}.mjs`);
  if (hasPeer && !options.hybrid) installPeer();
  try {
    await run(report, { ...options, cases, transfers });
  } finally {
    report.print(); // what was measured before a failure, too
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        cases: { type: 'string' },
        write: { type: 'boolean' },
        hybrid: { type: 'boolean' },
        transfers: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return refuse(`${error.message}\n--help shows what there is`);
  }
}

/** The value of an option, a number above 0; undefined without it. */
function numberOf(option) {
  const text = options[option];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) refuse(`--${option} ${text}: not a number above 0`);
  return Number(text);
}

function refuse(message) {
  console.error(message);
  process.exit(1);
}

function installPeer() {
  const here = new URL('./', import.meta.url);
  if (existsSync(new URL('./node_modules/.bin/anvil', here))) return;
  console.log('installing the peer (bench/package.json) …');
  // Without a lock file: it would hold the binary of one platform only. The version is exact.
  execFileSync('npm', ['install', '--no-package-lock'], { cwd: here, stdio: 'inherit' });
}
