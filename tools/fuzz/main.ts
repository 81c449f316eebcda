import { createEngine } from '#qord/evm/engine.ts';
import { prepareChain } from '../gas/prepared-chain/prepare.ts';
import { type ContextFor, createEngineContexts } from '../official/engine-contexts.ts';
import { dryRunTwice } from './dry-run-twice.ts';
import { fuzzOnce } from './fuzz.ts';
import { fuzzAged } from './fuzz-aged.ts';
import { fuzzBlock } from './fuzz-block.ts';
import { type FuzzOptions, fuzzUsage, parseFuzzOptions } from './fuzz-options.ts';
import { fullGenesis } from './genesis/full-genesis.ts';
import { fuzzGenesis } from './genesis/fuzz-genesis.ts';
import { createIsolatedEngine } from './isolated-engine.ts';
import { crowdedStart } from './modules/crowded-start.ts';
import { fuzzModules } from './modules/fuzz-modules.ts';
import { emptyStart, preparedStart } from './modules/starts.ts';
import { openStateTestBlocks } from './state-test-blocks.ts';

/** The fuzzer stops after so many differences: further ones are most likely the same. */
const maxFindings = 10;
const pauseAfter = 32;

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  let options: FuzzOptions | 'help';
  try {
    options = parseFuzzOptions(args);
  } catch (error) {
    console.error(`fuzz: ${error instanceof Error ? error.message : error}; see npm run fuzz -- --help`);
    return 2;
  }
  if (options === 'help') {
    console.log(fuzzUsage);
    return 0;
  }
  return (options.genesis ? tryGenesis(options) : await fuzz(options)) === 0 ? 0 : 1;
}

/** Prints the differences and returns their number. */
async function fuzz(options: FuzzOptions): Promise<number> {
  const { seconds, seed, count, modules } = options;
  const contextFor = dryRunTwice(createEngineContexts());
  const findAt = finderOf(options);
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  let done = 0;
  let findings = 0;
  while (!isStopped && elapsed() < seconds && done < count && findings < maxFindings) {
    const found = await findAt(seed + done, contextFor);
    done++;
    if (found !== undefined) {
      findings++;
      console.log(found);
    }
    if (modules || done % pauseAfter === 0) await new Promise(setImmediate); // lets the process handle Ctrl-C
  }
  console.log(`${done} ${nounOf(options)}, ${(done / elapsed()).toFixed(1)} a second, ${findings} differences`);
  return findings;
}

/** The same for the extremes of a genesis. */
function tryGenesis({ seed, only }: FuzzOptions): number {
  let findings = 0;
  const { numbers, lived, refused } = fuzzGenesis(fullGenesis(prepareChain()), { seed, only }, (fault) => {
    findings++;
    console.log(`FAULT: ${fault}\n`);
  });
  console.log(`${numbers} numbers: ${lived} documents lived, ${refused} were refused, ${findings} faults`);
  return findings;
}

type Finder = (seed: number, contextFor: ContextFor) => Promise<string | undefined>;

function finderOf({ blocks, modules, aged, tests }: FuzzOptions): Finder {
  if (modules) return modulesFinder();
  if (aged) return agedFinder(tests);
  return blocks ? blockText : scenarioText;
}

const nounOf = ({ blocks, modules, aged }: FuzzOptions) =>
  modules ? 'chains' : blocks || aged ? 'blocks' : 'scenarios';

function agedFinder(folder: string | undefined): Finder {
  const engines = { aged: createEngine(), isolated: createIsolatedEngine(), create: createEngine };
  const machine = { ...engines, tests: openStateTestBlocks(folder), contextFor: createEngineContexts() };
  return async (seed) => {
    const difference = fuzzAged(seed, machine);
    return difference && `DIFFERENCE at seed ${seed}, which depends on the seeds before: ${difference}\n`;
  };
}

async function scenarioText(seed: number, contextFor: ContextFor): Promise<string | undefined> {
  const finding = await fuzzOnce(seed, contextFor);
  return finding && `DIFFERENCE at seed ${finding.seed}: ${finding.difference}\n${finding.json}\n`;
}

async function blockText(seed: number, contextFor: ContextFor): Promise<string | undefined> {
  const finding = await fuzzBlock(seed, contextFor);
  return finding && `DIFFERENCE at seed ${finding.seed}, transaction ${finding.index}: ${finding.difference}\n`;
}

/**
 * Prints what the chain of a seed did; returns its fault. One chain in three begins without records, one with some of
 * every module, one with many of some kinds.
 */
function modulesFinder(): Finder {
  const empty = emptyStart();
  const prepared = preparedStart();
  return async (seed) => {
    const starts = [() => empty, () => prepared, () => crowdedStart(Math.floor(seed / 3))] as const;
    const { blocks, calls, succeeded, fault } = await fuzzModules(seed, starts[seed % 3] ?? starts[0]);
    console.log(`seed ${seed}: ${blocks} blocks, ${succeeded} of ${calls} calls succeeded`);
    return fault && `FAULT at seed ${seed}, block ${blocks}: ${fault}\n`;
  };
}

process.exitCode = await main(process.argv.slice(2));
