/**
 * The worst input of every precompile and every call of the native modules: gas that a contract pays for repeating it,
 * by the CPU time that takes, in million gas a second.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { gasMeasurements, goalOf, nativePrices } from '../../dist/cli/gas-page.js';
import { createEngine } from '../../dist/evm/engine.js';
import { createModules } from '../../dist/modules/index.js';
import { emptyView } from '../../dist/state/empty-view.js';
import { createGasHarness } from '../../dist/testing/gas/gas-harness.js';
import { measurePlain } from '../../dist/testing/gas/measure.js';
import { nativeCases } from '../../dist/testing/gas/native-cases.js';
import { prepareChain } from '../../dist/testing/gas/prepared-chain/prepare.js';
import { caseText } from '../../dist/testing/gas/search/case-text.js';
import { foundCases } from '../../dist/testing/gas/search/found-cases.js';
import { runCase } from '../../dist/testing/gas/search/run-case.js';
import { findSlowest } from '../../dist/testing/gas/worst-case.js';

export const hasPeer = false;

const file = new URL('../../docs/gas-measured.json', import.meta.url);

/** of loops of contracts: Mgas/s and ms */
const goals = { loop: 40, slice: 10 };
const foundRuns = 3;

/** The slowest of a first, short measurement are measured again for longer; the table shows the slowest of these. */
const finalists = 4;

/**
 * `only`: part of the name of what is measured; `cases`: how many of the slowest of each are shown; `write`: keep the
 * figures in docs/gas-measured.json, beside those of what was not measured now
 */
export async function run(report, { only = '', cases: shown = 1, write = false } = {}) {
  const modules = createModules();
  const { chain, prepared } = prepareChain();
  const harness = createGasHarness(chain.headState(), chain.reader.environmentAt('next'));
  const plain = Math.max(...Array.from({ length: 20 }, () => measurePlain(harness, 3)));
  report.figure('plain instructions', 'Mgas/s', plain, { better: 'high' });
  measureFound(report, only);
  const results = [];
  for (const [native, cases] of nativeCases(modules, prepared)) {
    if (!native.includes(only)) continue;
    const enough = 1.25 * goalOf(native);
    const slowest = findSlowest(harness, cases, { plain, finalists: Math.max(finalists, shown), enough });
    results.push(...slowest.slice(0, shown));
    if (write) writeMeasurements(plain, slowest.slice(0, 1));
    if (process.stderr.isTTY) process.stderr.write(`\r${native}: ${slowest[0].rate.toFixed(1)} Mgas/s`.padEnd(79));
  }
  results.sort((left, right) => left.rate - right.rate);
  for (const { native, label, gas, rate } of results) {
    const goal = goalOf(native);
    report.figure(`${native}: ${label} (${gas} gas)`, 'Mgas/s', rate, { better: 'high', goal });
  }
}

/** What `npm run gas -- --search` has found: the fastest of some runs counts, because noise only slows down. */
function measureFound(report, only) {
  for (const searchCase of foundCases()) {
    const name = `loop: ${caseText(searchCase)}`;
    if (!name.includes(only)) continue;
    const costs = Array.from({ length: foundRuns }, () => runCase(searchCase, createEngine(), emptyView, 4_000_000n));
    report.figure(name, 'Mgas/s', Math.max(...costs.map(({ rate }) => rate)), { better: 'high', goal: goals.loop });
    const slice = Math.min(...costs.map(({ longestSlice }) => longestSlice));
    report.figure(`${name}: longest slice`, 'ms', slice, { better: 'low', goal: goals.slice });
  }
}

function writeMeasurements(plain, results) {
  const before = existsSync(file) ? gasMeasurements.parse(JSON.parse(readFileSync(file, 'utf8'))).natives : {};
  const now = results.map(({ native, label, gas, rate }) => [
    native,
    { input: label, gas: Number(gas), rate: rounded(rate) },
  ]);
  const known = new Map([...Object.entries(before), ...now]);
  const natives = Object.fromEntries(
    nativePrices().flatMap(([native]) => (known.has(native) ? [[native, known.get(native)]] : [])),
  );
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`;
  writeFileSync(file, `${JSON.stringify({ machine, plain: rounded(plain), natives }, null, 2)}\n`);
}

const rounded = (rate) => Number(rate.toPrecision(3));
