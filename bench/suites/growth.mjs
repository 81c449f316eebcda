/**
 * What becomes slower as a chain grows: with its blocks (`--only chain`), and with the records of each kind that its
 * modules keep, 10, 1,000 and 10,000 of them (`--only` with the name of a module or a table, such as `staking.unbonding`;
 * `--only due` for blocks in which all that waits is due).
 */
import { createModules } from '../../dist/modules/index.js';
import { measureGrowths, onlyDue } from '../../dist/tools/growth/growth.js';
import { counts, verdictOf } from '../../dist/tools/growth/verdict.js';
import { measureChainLength } from '../lib/chain-length.mjs';

/** Longest block when 10,000 records are due at once: what a network waits for. */
const longestDueMs = 250;

export const hasPeer = false;

export async function run(report, { only, transfers }) {
  const parts = ['chain', onlyDue, ...createModules().flatMap(partsOf)];
  if (only !== undefined && !parts.includes(only))
    throw new Error(`--only ${only}: not chain, due, a module or one of its tables, such as staking.unbonding`);
  if (only !== 'chain' && transfers === undefined) await measureRecords(report, only);
  if (only === undefined || only === 'chain') await measureChainLength(report, { transfers });
}

const partsOf = ({ name, tables }) => [name, ...tables.map((table) => `${name}.${table.name}`)];

async function measureRecords(report, only) {
  const verdicts = { flat: 0, paid: 0, list: 0, bounded: 0, grows: 0 };
  let failed = 0;
  await measureGrowths(only, (growth, result) => {
    if (result instanceof Error) {
      failed++;
      console.log(`  ${growth.name}: ${result.stack}`);
      return;
    }
    const [empty] = result.measured;
    console.log(`  ${growth.name}: an empty block ${empty.costs.map(({ ms }) => ms.toFixed(1)).join(', ')} ms`);
    if (result.refused !== undefined) console.log(`    no genesis may have so many: ${result.refused}`);
    for (const measured of result.measured) {
      const found = verdictOf(measured);
      const verdict = found === 'grows' && result.refused !== undefined ? 'bounded' : found;
      verdicts[verdict]++;
      if (verdict !== 'flat') console.log(`    ${verdict}: ${measured.subject}: ${costsText(measured.costs)}`);
      if (verdict === 'grows') report.figure(`${growth.name}: ${measured.subject}`, 'ms', measured.costs.at(-1).ms);
    }
    reportDue(report, growth, result.settled);
  });
  report.figure('calls, methods and blocks that do not grow', '', verdicts.flat);
  report.figure('calls whose gas grows with their work', '', verdicts.paid);
  report.figure('lists, which are read in pages', '', verdicts.list);
  report.figure('what grows with more records than there can be', '', verdicts.bounded);
  report.figure('what grows faster than the logarithm at a fixed price', '', verdicts.grows, { goal: 0 });
  report.figure('records without a chain', '', failed, { goal: 0 });
}

function reportDue(report, { name }, settled) {
  if (settled === undefined) return;
  const what = `${name}: ${counts.at(-1).toLocaleString('en')} due at once, slowest of ${settled.blocks} blocks`;
  console.log(`    ${what}: ${settled.slowest.toFixed(0)} ms`);
  report.figure(what, 'ms', settled.slowest, { goal: longestDueMs });
  if (settled.left > 0) report.figure(`${name}: still due after that`, '', settled.left, { goal: 0 });
}

function costsText(costs) {
  const text = ({ ms, gas, rows }) =>
    [`${ms.toFixed(2)} ms`, ...(gas === undefined ? [] : [`${gas} gas`]), ...(rows ? [`${rows} rows`] : [])].join(' ');
  return costs.map(text).join(' / ');
}
