import { setFlagsFromString } from 'node:v8';
import { findMutants } from './mutants/find-mutants.ts';
import { parseSimulatorOptions, type SimulatorOptions, simulatorUsage } from './options.ts';
import { profiles } from './profile.ts';
import { type RunReport, run } from './run.ts';
import { keepRegression } from './shrinking/regression.ts';
import { shrink } from './shrinking/shrink.ts';
import { expectedSituations } from './situations.ts';
import { atRest, startWatchdog } from './watchdog.ts';

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  let options: SimulatorOptions | 'help';
  try {
    options = parseSimulatorOptions(args);
  } catch (error) {
    console.error(`simulate: ${error instanceof Error ? error.message : error}; see npm run simulate -- --help`);
    return 2;
  }
  if (options === 'help') {
    console.log(simulatorUsage);
    return 0;
  }
  const { mutants, seed, minutes = 3 } = options;
  if (mutants !== undefined) return (await findMutants(seed, minutes, mutants)) === 0 ? 0 : 1;
  return (await simulate(options)) ? 0 : 1;
}

/** Blocks after which every situation must have been seen. */
const longRunBlocks = 10_000;

/** Processor time of this process until now. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function perSecond(count: number): string {
  return (count / cpuSeconds()).toFixed(1);
}

/** Plays the seeds, and returns whether all went well. The first failure ends it. */
async function simulate({ seed, seeds, minutes, ...options }: SimulatorOptions): Promise<boolean> {
  const { blocks: runBlocks, nodes, profile, every } = options;
  const isOver = (next: number) => (minutes === undefined ? next >= seed + seeds : cpuSeconds() >= minutes * 60);
  const reached = new Map<string, number>();
  const beat = startWatchdog();
  const total = { runs: 0, blocks: 0, transactions: 0 };
  for (let next = seed; next === seed || !isOver(next); next++) {
    const report = await play({ ...options, seed: next }, beat);
    beat[0] = atRest;
    console.log(lineOf(next, report));
    if (report.failure !== undefined) {
      const where = `seed ${next}, step ${report.steps}, profile ${options.profile}`;
      console.log(`FAILURE at ${where}, after ${Math.round(cpuSeconds())} s:\n${report.failure}`);
      if (options.shrinks) await printShrunk({ seed: next, blocks: runBlocks, nodes, profile, every }, report);
      return false;
    }
    for (const [name, count] of report.situations) reached.set(name, (reached.get(name) ?? 0) + count);
    total.runs++;
    total.blocks += report.blocks;
    total.transactions += report.transactions;
  }
  const { runs, blocks, transactions } = total;
  const expected = expectedSituations(options.nodes);
  for (const name of expected) console.log(`${String(reached.get(name) ?? 0).padStart(8)}  ${name}`);
  console.log(
    `${runs} runs, ${blocks} blocks, ${transactions} transactions: ${perSecond(blocks)} blocks and ${perSecond(transactions)} transactions for a second of processor time`,
  );
  const missing = options.profile === 'everything' ? expected.filter((name) => !reached.has(name)) : [];
  if (blocks < longRunBlocks || missing.length === 0) return true;
  console.log(`FAILURE: the run was too weak to come to ${missing.join('; ')}`);
  return false;
}

/** The fewest events with which the same fails, in a file that becomes a test. */
async function printShrunk(
  played: Pick<SimulatorOptions, 'seed' | 'blocks' | 'nodes' | 'profile' | 'every'>,
  report: RunReport,
): Promise<void> {
  const [failure = ''] = report.failure?.split('\n') ?? [];
  const shrunk = await shrink({ ...played, failure, decisions: undefined }, report);
  const of = `${report.decisions.length} decisions of clients and faults`;
  console.log(`it takes ${shrunk.decisions?.length ?? 'all'} of ${of}, and ${shrunk.blocks} blocks`);
  console.log(keepRegression(shrunk) ?? JSON.stringify(shrunk, null, 2));
}

async function play(
  {
    seed,
    blocks,
    nodes,
    profile,
    every,
    journal,
    twice,
  }: Omit<SimulatorOptions, 'seeds' | 'minutes' | 'mutants' | 'shrinks'>,
  beat: Int32Array,
): Promise<RunReport> {
  beat[1] = seed;
  const options = { seed, blocks, nodes, profile: profiles[profile], every, beat };
  const report = await run({ ...options, print: journal ? console.log : undefined });
  if (!twice || report.failure !== undefined) return report;
  const again = await run(options);
  if (again.journal === report.journal) return report;
  return { ...report, failure: `two runs of one seed differ: journals ${report.journal} and ${again.journal}` };
}

function lineOf(seed: number, { blocks, transactions, accepted, steps, seconds, journal }: RunReport): string {
  return `seed ${seed}: ${blocks} blocks, ${transactions} transactions of ${accepted} accepted, ${steps} events in ${Math.round(seconds)} s, journal ${journal.slice(0, 16)}`;
}

setFlagsFromString('--interrupt-budget=1000000'); // short runs spend a third of their time on compiling what runs often
process.exitCode = await main(process.argv.slice(2));
