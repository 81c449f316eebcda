/** npm run network -- kills --rounds 30 --seed 1: what a network does in minutes. Without a name it lists the cases. */
import { parseArgs } from 'node:util';
import { blocks } from './cases/blocks.ts';
import { kills } from './cases/kills.ts';
import { load } from './cases/load.ts';
import type { CaseOptions, NetworkCase } from './cases/network-case.ts';
import { partitions } from './cases/partitions.ts';
import { suitesCase } from './cases/suites.ts';
import { wrongTime } from './cases/wrong-time.ts';

const cases: Readonly<Record<string, NetworkCase>> = {
  ...{ blocks, partitions, kills, suites: suitesCase, load },
  'wrong-time': wrongTime,
};

const usage = 'npm run network -- <case> … [--rounds n] [--seconds n] [--seed n]';

type Wanted = { readonly names: readonly string[]; readonly options: CaseOptions };

/** Throws an Error that says what is wrong with the words. */
function parseWords(): Wanted {
  const count = { type: 'string' } as const;
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { rounds: count, seconds: count, seed: { ...count, default: '1' } },
  });
  for (const name of names) {
    if (!(name in cases)) throw new RangeError(`no case ${name}; there are ${Object.keys(cases).join(', ')}`);
  }
  const options = { rounds: toCount(values.rounds), seconds: toCount(values.seconds), seed: toCount(values.seed) ?? 1 };
  return { names, options };
}

function toCount(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d+$/.test(text)) throw new RangeError(`${text} is no whole number`);
  return text === undefined ? undefined : Number(text);
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

try {
  const { names, options } = parseWords();
  if (names.length === 0) {
    console.log(`${usage}\n`);
    for (const [name, { summary }] of Object.entries(cases)) console.log(`${name.padEnd(12)}${summary}`);
  }
  for (const name of names) {
    const found = cases[name];
    if (found !== undefined) await run(name, found, options);
  }
} catch (error) {
  console.error('network:', error instanceof RangeError || error instanceof TypeError ? error.message : error);
  process.exitCode = 1;
}
