/** npm run network -- kills --rounds 30 --seed 1: what a network does in minutes. */
import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';
import { blocks } from './cases/blocks.ts';
import { faultyValidator } from './cases/faulty-validator.ts';
import { kills } from './cases/kills.ts';
import { lies } from './cases/lies.ts';
import { load } from './cases/load.ts';
import type { CaseOptions, NetworkCase } from './cases/network-case.ts';
import { partitions } from './cases/partitions.ts';
import { record } from './cases/record.ts';
import { scarceMemory } from './cases/scarce-memory.ts';
import { suitesCase } from './cases/suites.ts';
import { wrongTime } from './cases/wrong-time.ts';

const cases: Readonly<Record<string, NetworkCase>> = {
  ...{ blocks, partitions, kills, suites: suitesCase, load },
  'wrong-time': wrongTime,
  'faulty-validator': faultyValidator,
  'scarce-memory': scarceMemory,
  ...{ lies, record },
};

function usage(): string {
  const longest = Math.max(...Object.keys(cases).map((name) => name.length));
  const lines = Object.entries(cases).map(([name, { summary }]) => `  ${name.padEnd(longest)}  ${summary}`);
  return `Starts networks of several nodes under CometBFT on this machine, and says what it finds.

  npm run network -- <case…> [--rounds n] [--seconds n] [--seed 1]

${lines.join('\n')}

Exit codes: 0 all cases passed, 1 one failed, 2 wrong use.`;
}

type Wanted = { readonly names: readonly string[]; readonly options: CaseOptions };

/** Arguments of the program → cases; 'help' without any. Throws an Error of one line. */
function parseWords(): Wanted | 'help' {
  const count = { type: 'string' } as const;
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ rounds: count, seconds: count, seed: { ...count, default: '1' } },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help || names.length === 0) return 'help';
  for (const name of names) if (!(name in cases)) throw new RangeError(`no case ${name}`);
  const { rounds, seconds, seed } = values;
  return {
    names,
    options: {
      rounds: rounds === undefined ? undefined : wholeNumber('--rounds', rounds),
      seconds: seconds === undefined ? undefined : wholeNumber('--seconds', seconds),
      seed: wholeNumber('--seed', seed),
    },
  };
}

async function run(name: string, { summary, run: runCase }: NetworkCase, options: CaseOptions): Promise<void> {
  console.log(`\n## ${name}: ${summary}\n`);
  const ends: (() => unknown)[] = [];
  /** What a test would do when it ends. */
  const after = (end?: unknown): void => {
    if (typeof end === 'function') ends.push(() => end());
  };
  try {
    await runCase({ after }, options);
  } finally {
    for (const end of ends) await end();
  }
}

/** Returns the exit code. */
async function main(): Promise<number> {
  let wanted: Wanted | 'help';
  try {
    wanted = parseWords();
  } catch (error) {
    console.error(`network: ${error instanceof Error ? error.message : error}; see npm run network -- --help`);
    return 2;
  }
  if (wanted === 'help') {
    console.log(usage());
    return 0;
  }
  try {
    for (const name of wanted.names) {
      const found = cases[name];
      if (found !== undefined) await run(name, found, wanted.options);
    }
    return 0;
  } catch (error) {
    console.error('network:', error);
    return 1;
  }
}

process.exitCode = await main();
