import { setFlagsFromString } from 'node:v8';
import { findMutants } from './mutants/find-mutants.ts';
import { parseSimulatorOptions, type SimulatorOptions, simulatorUsage } from './options.ts';
import { profiles } from './profile.ts';
import { type RunReport, run } from './run.ts';
import { keepRegression, type Regression } from './shrinking/regression.ts';
import { replay, shrink } from './shrinking/shrink.ts';
import { expectedSituations } from './situations.ts';
import { atRest, startWatchdog } from './watchdog.ts';

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  let options: SimulatorOptions | 'help';
  try {
    options = parseSimulatorOptions(args);
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.error(`simulate: ${line}; see npm run simulate -- --help`);
    return 2;
  }
  if (options === 'help') {
    console.log(simulatorUsage);
    return 0;
  }
  const { mutants, replayed, ...played } = options;
  if (replayed !== undefined) return (await replayFile(replayed)) ? 0 : 1;
  const isWell = mutants === undefined ? simulate(played) : findMutants(played.seed, played.minutes ?? 3, mutants);
  return (await isWell) ? 0 : 1;
}

/** Blocks, of so many seeds, each of which draws what it does not come to, after which every situation must have been seen. */
const longRun = { blocks: 10_000, seeds: 20 };

/** Processor time of this process until now. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function perSecond(count: number): string {
  return (count / cpuSeconds()).toFixed(1);
}

/** Plays the seeds, and returns whether all went well. The first failure ends it. */
async function simulate(options: Omit<SimulatorOptions, 'mutants' | 'replayed'>): Promise<boolean> {
  const { seed, seeds, minutes, journal, shrinks, ...played } = options;
  const { nodes, profile } = played;
  const print = journal ? console.log : undefined;
  const isOver = (next: number) => (minutes === undefined ? next >= seed + seeds : cpuSeconds() >= minutes * 60);
  const reached = new Map<string, number>();
  const beat = await startWatchdog(seed);
  const total = { runs: 0, blocks: 0, transactions: 0 };
  for (let next = seed; next === seed || !isOver(next); next++) {
    beat[1] = next;
    const report = await run({ ...played, seed: next, profile: profiles[profile], print, beat });
    beat[0] = atRest;
    printOutcome(next, profile, report);
    if (report.failure !== undefined) {
      if (shrinks) await printShrunk({ ...played, seed: next }, report, beat);
      return false;
    }
    for (const [name, count] of report.situations) reached.set(name, (reached.get(name) ?? 0) + count);
    total.runs++;
    total.blocks += report.blocks;
    total.transactions += report.transactions;
  }
  const { runs, blocks, transactions } = total;
  const expected = expectedSituations(nodes);
  for (const name of expected) console.log(`${String(reached.get(name) ?? 0).padStart(8)}  ${name}`);
  console.log(
    `${runs} runs, ${blocks} blocks, ${transactions} transactions: ${perSecond(blocks)} blocks and ${perSecond(transactions)} transactions for a second of processor time`,
  );
  const missing = profile === 'everything' ? expected.filter((name) => !reached.has(name)) : [];
  if (blocks < longRun.blocks || runs < longRun.seeds || missing.length === 0) return true;
  console.log(`FAILURE: the run was too weak to come to ${missing.join('; ')}`);
  return false;
}

/** Looks for the fewest events with which the same fails, and keeps them in a file that becomes a test. */
async function printShrunk(
  played: Omit<Regression, 'failure' | 'decisions'>,
  report: RunReport,
  beat: Int32Array,
): Promise<void> {
  const [failure = ''] = report.failure?.split('\n') ?? [];
  const { QORD_MUTANT: mutant } = process.env;
  const shrunk = await shrink({ ...played, mutant, failure, decisions: undefined }, report, beat);
  const of = `${report.decisions.length} decisions of clients and faults`;
  console.log(`it takes ${shrunk.decisions?.length ?? 'all'} of ${of}, and ${shrunk.blocks} blocks`);
  console.log(`npm run simulate -- --replay ${keepRegression(shrunk)}`);
}

/** Plays a kept failure again. Returns whether all goes well. */
async function replayFile(regression: Regression): Promise<boolean> {
  const beat = await startWatchdog(regression.seed);
  const report = await replay(regression, beat);
  printOutcome(regression.seed, regression.profile, report);
  return report.failure === undefined;
}

function printOutcome(seed: number, profile: string, { failure, ...report }: RunReport): void {
  console.log(lineOf(seed, report));
  if (failure === undefined) return;
  const where = `seed ${seed}, step ${report.steps}, profile ${profile}`;
  console.log(`FAILURE at ${where}, after ${Math.round(cpuSeconds())} s:\n${failure}`);
}

function lineOf(
  seed: number,
  { blocks, transactions, accepted, steps, seconds, journal }: Omit<RunReport, 'failure'>,
): string {
  return `seed ${seed}: ${blocks} blocks, ${transactions} transactions of ${accepted} accepted, ${steps} events in ${Math.round(seconds)} s, journal ${journal.slice(0, 16)}`;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)); // nothing is left behind
setFlagsFromString('--interrupt-budget=1000000'); // short runs spend a third of their time on compiling what runs often
process.exitCode = await main(process.argv.slice(2));
