import { dryRunTwice } from '../dry-run-twice.ts';
import { createEngineContexts } from '../engine-contexts.ts';
import { fuzzOnce } from './fuzz.ts';
import { type FuzzOptions, fuzzUsage, parseFuzzOptions } from './fuzz-options.ts';

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
  return (await fuzz(options)) === 0 ? 0 : 1;
}

/** Prints the differences and returns their number. */
async function fuzz({ seconds, seed, count }: FuzzOptions): Promise<number> {
  const contextFor = dryRunTwice(createEngineContexts());
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  let isStopped = false;
  process.once('SIGINT', () => {
    isStopped = true;
  });
  let done = 0;
  let findings = 0;
  while (!isStopped && elapsed() < seconds && done < count && findings < maxFindings) {
    const finding = await fuzzOnce(seed + done, contextFor);
    done++;
    if (finding !== undefined) {
      findings++;
      console.log(`DIFFERENCE at seed ${finding.seed}: ${finding.difference}\n${finding.json}\n`);
    }
    if (done % pauseAfter === 0) await new Promise(setImmediate); // lets the process handle Ctrl-C
  }
  console.log(`${done} scenarios, ${(done / elapsed()).toFixed(1)} a second, ${findings} differences`);
  return findings;
}

process.exitCode = await main(process.argv.slice(2));
