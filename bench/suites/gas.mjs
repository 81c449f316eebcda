/**
 * The worst loop of every opcode, and the worst input of every precompile and every call of the native modules: gas that a contract pays for repeating it,
 * by the CPU time that takes, in million gas a second.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { gasMeasurements, goalOf, nativePrices } from '../../dist/cli/gas-page.js';
import { opcodes } from '../../dist/evm/instruction-set/opcodes.js';
import { createModules } from '../../dist/modules/index.js';
import { emptyView } from '../../dist/state/empty-view.js';
import { createGasHarness } from '../../dist/tools/gas/gas-harness.js';
import { longestCalls } from '../../dist/tools/gas/longest-calls.js';
import { measurePlain } from '../../dist/tools/gas/measure.js';
import { nativeCases } from '../../dist/tools/gas/native-cases.js';
import { prepareChain } from '../../dist/tools/gas/prepared-chain/prepare.js';
import { caseText } from '../../dist/tools/gas/search/case-text.js';
import { ContractStates } from '../../dist/tools/gas/search/contract-states.js';
import { foundCases } from '../../dist/tools/gas/search/found-cases.js';
import { createMeasuredEngine } from '../../dist/tools/gas/search/new-engine.js';
import { opcodeFamily } from '../../dist/tools/gas/search/opcode-families.js';
import { runPrepared } from '../../dist/tools/gas/search/run-case.js';
import { slowestCase } from '../../dist/tools/gas/search/slowest-case.js';
import { findSlowest } from '../../dist/tools/gas/worst-case.js';

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
  const harness = createGasHarness(chain.headState(), chain.reader.states.environmentAt('next'));
  const plain = Math.max(...Array.from({ length: 20 }, () => measurePlain(harness, 3)));
  report.figure('plain instructions', 'Mgas/s', plain, { better: 'high' });
  measureFound(report, only);
  measureLongest(report, only);
  measureOpcodes(report, only, plain, write);
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
  const states = new ContractStates(emptyView);
  for (const searchCase of foundCases()) {
    const name = `loop: ${caseText(searchCase)}`;
    if (!name.includes(only)) continue;
    const prepared = states.of(searchCase);
    const run = () => runPrepared(searchCase, createMeasuredEngine(), prepared, 4_000_000n);
    const costs = Array.from({ length: foundRuns }, run);
    report.figure(name, 'Mgas/s', Math.max(...costs.map(({ rate }) => rate)), { better: 'high', goal: goals.loop });
    const slice = Math.min(...costs.map(({ longestSlice }) => longestSlice));
    report.figure(`${name}: longest slice`, 'ms', slice, { better: 'low', goal: goals.slice });
  }
}

/** One call that uses the gas of a transaction (EIP-7825), where nothing stops it: in a thread, while others are served. */
function measureLongest(report, only) {
  if (!'longest call'.includes(only)) return;
  for (const { native, gas, ms } of longestCalls(2n ** 24n)) {
    report.figure(`longest call of ${native} (${gas} gas)`, 'ms', ms, {
      better: 'low',
      goal: Number(gas) / 1000 / goals.loop,
    });
  }
}

/** The slowest loop of each opcode; `only` is in `opcode NAME`. */
function measureOpcodes(report, only, plain, write) {
  const states = new ContractStates(emptyView);
  for (const { name } of opcodes) {
    if (!`opcode ${name}`.includes(only)) continue;
    const { searchCase, cost } = slowestCase(opcodeFamily(name), states);
    const label = `opcode ${name}: ${caseText(searchCase)}`;
    report.figure(label, 'Mgas/s', cost.rate, { better: 'high', goal: goals.loop });
    report.figure(`${label}: longest slice`, 'ms', cost.longestSlice, { better: 'low', goal: goals.slice });
    const { rate, longestSlice: slice } = cost;
    const loop = caseText(searchCase).replaceAll('|', '/');
    if (write) writeMeasurements(plain, [], { [name]: { loop, rate: rounded(rate), slice: rounded(slice) } });
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${rate.toFixed(1)} Mgas/s`.padEnd(79));
  }
}

function writeMeasurements(plain, results, measuredOpcodes = {}) {
  const before = gasMeasurements.parse(JSON.parse(readFileSync(file, 'utf8')));
  const now = results.map(({ native, label, gas, rate }) => [
    native,
    { input: label, gas: Number(gas), rate: rounded(rate) },
  ]);
  const known = new Map([...Object.entries(before.natives), ...now]);
  const natives = inOrder(
    known,
    nativePrices().map(([native]) => native),
  );
  const ofOpcodes = new Map(Object.entries({ ...before.opcodes, ...measuredOpcodes }));
  const machine = `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`;
  const all = {
    machine,
    plain: rounded(plain),
    natives,
    opcodes: inOrder(
      ofOpcodes,
      opcodes.map(({ name }) => name),
    ),
  };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

/** An object of what there is for these names. */
function inOrder(known, names) {
  return Object.fromEntries(names.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : [])));
}

const rounded = (rate) => Number(rate.toPrecision(3));
