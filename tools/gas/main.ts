import { writeFileSync } from 'node:fs';
import { type ColdResult, measureCold } from './cold/measure-cold.ts';
import { type ColdCommand, gasUsage, parseGasOptions, type SearchCommand } from './gas-options.ts';
import { caseText } from './search/case-text.ts';
import { foundCases } from './search/found-cases.ts';
import { openManyAccounts } from './search/many-accounts.ts';
import { type FormCosts, type Found, search } from './search/search.ts';

/** The goal of every case, in million gas a second of CPU time, and of every slice, in ms. */
const goals = { rate: 40, slice: 10 };

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  let options: SearchCommand | ColdCommand | 'help';
  try {
    options = parseGasOptions(args);
  } catch (error) {
    console.error(`gas: ${error instanceof Error ? error.message : error}; see npm run gas -- --help`);
    return 2;
  }
  if (options === 'help') {
    console.log(gasUsage);
    return 0;
  }
  return await (options.kind === 'cold' ? runCold(options) : runSearch(options));
}

async function runCold(options: ColdCommand): Promise<number> {
  let slow = 0;
  await measureCold(options, (result) => {
    if (result.cache === 'in memory' && cpuRate(result) < goals.rate) slow++;
    console.log(coldText(result));
  });
  console.log(`${slow} below ${goals.rate} Mgas/s of CPU time with the file in memory`);
  return slow === 0 ? 0 : 1;
}

const cpuRate = ({ cost }: ColdResult) => cost.gas / cost.cpu / 1000;

function coldText(result: ColdResult): string {
  const { name, cache, cost } = result;
  const { gas, time, rootTime, longestSlice, pagesRead, memory } = cost;
  const rates = `${cpuRate(result).toFixed(1)} Mgas/s of CPU time, ${(gas / time / 1000).toFixed(1)} of time`;
  const root = `the root ${(rootTime / 1000).toFixed(2)} of ${(time / 1000).toFixed(2)} s`;
  return `${name}, ${cache}: ${rates}, ${root}, slice ${longestSlice.toFixed(1)} ms, ${pagesRead} pages read, ${memory.toFixed(0)} MB`;
}

async function runSearch({ seconds, seed, accounts, write }: SearchCommand): Promise<number> {
  const { base, close } = await openManyAccounts(accounts);
  try {
    const report = (found: Found) => process.stderr.write(`${foundText(found)}\n`);
    const progress = (tried: number, all: number) =>
      process.stderr.write(`${tried} of the ${all} cases of all opcodes were tried\n`);
    const formsTried = (forms: readonly FormCosts[]) => console.log(forms.map(formText).join('\n'));
    const found = search({ seconds, seed, known: foundCases(), base, report, progress, formsTried });
    console.log(found.map(foundText).join('\n'));
    if (write !== undefined) {
      writeFileSync(
        write,
        `${JSON.stringify(
          found.map(({ searchCase }) => searchCase),
          null,
          1,
        )}\n`,
      );
    }
    const slow = found.filter(({ cost, difference }) => cost.rate < goals.rate || difference !== undefined);
    console.log(`${slow.length} below ${goals.rate} Mgas/s or with an outcome that depends on the engine's history`);
    return slow.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

function formText({ form, tried, rate, slice }: FormCosts): string {
  return `${form}: ${tried} cases, ${rate.toFixed(1)} Mgas/s and more at first sight, slice ${slice.toFixed(1)} ms`;
}

function foundText({ searchCase, cost, difference }: Found): string {
  const { rate, longestSlice, memory } = cost;
  const figures = [`${rate.toFixed(1)} Mgas/s`, `slice ${longestSlice.toFixed(1)} ms`, `${memory.toFixed(0)} MB`];
  const text = `${figures.join(', ')}: ${caseText(searchCase)}`;
  return difference === undefined ? text : `OUTCOME DEPENDS ON HISTORY (${difference}): ${text}`;
}

process.exitCode = await main(process.argv.slice(2));
