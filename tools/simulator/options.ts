import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';
import { mutants } from './mutants/mutants.ts';
import { type ProfileName, profiles } from './profile.ts';
import type { RunOptions } from './run.ts';
import { type Regression, readRegression } from './shrinking/regression.ts';

/** What to play. */
export type SimulatorOptions = Pick<RunOptions, 'seed' | 'nodes' | 'blocks' | 'every' | 'pace'> & {
  readonly profile: ProfileName;
  /** runs of seeds that follow each other */
  readonly seeds: number;
  /** processor time after which no further run begins; undefined: so many seeds */
  readonly minutes: number | undefined;
  /** whether each line of the journal is printed */
  readonly journal: boolean;
  /** whether a failure is shrunk to the fewest events that it takes */
  readonly shrinks: boolean;
  /** plays deliberate faults instead, each for so many minutes at most: those whose name contains the text */
  readonly mutants: string | undefined;
  /** plays this failure instead */
  readonly replayed: Regression | undefined;
};

export const simulatorUsage = `Plays a node, its clients and its faults in one process, where all chance and time come from a seed.

  npm run simulate -- --seed N [--nodes 1] [--blocks 300] [--seeds N | --minutes N] [--profile everything] [--journal]
  npm run simulate -- --replay FILE
  npm run simulate -- --mutants [--only words] [--minutes 3] [--seed 1]

  --seed      a whole number that decides everything
  --nodes     validators of one network, up to 7 (default 1: a node without peers)
  --blocks    blocks of a run (default 300)
  --seeds     plays so many seeds: N, N + 1, … (default 1)
  --minutes   plays seeds N, N + 1, … until so many minutes of processor time are over
  --profile   what goes wrong: nothing (calm), rude clients and threads (clients), rounds, proposals, votes and gossip of
              several nodes (network), disks and kills (disk), or everything, the default
  --every     asks only one of so many questions (default: 1, 4 or 16, as each seed draws it)
  --pace      clients pause so many times as long (default 1): most blocks are empty, and a chain becomes long
  --journal   prints every event
  --no-shrink leaves a failure as it is: otherwise the fewest events that it takes are looked for, for two minutes
  --replay    plays what a failure was shrunk to: a file in tools/simulator/regressions
  --mutants   makes deliberate faults in the node, one after the other, and plays until each is found
  --only      those whose name has these words

After each block it executes the block again in an engine of its own, compares the supply with the sum of all balances
and each pool with what its module owes. At the end every request has its answer, a block comes without faults, and
\`qord verify\` finds nothing. docs/simulator.md says how to add clients, faults, checks and situations.

A failure prints the seed, what differed, and the last events; a file has what it takes.
Exit codes: 0 nothing failed, 1 something did, 2 wrong usage.`;

/** Parses the arguments; 'help' when they request it. Throws an Error with one line. */
export function parseSimulatorOptions(args: readonly string[]): SimulatorOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      blocks: { type: 'string', default: '300' },
      nodes: { type: 'string', default: '1' },
      seeds: { type: 'string' },
      minutes: { type: 'string' },
      every: { type: 'string' },
      pace: { type: 'string', default: '1' },
      profile: { type: 'string', default: 'everything' },
      journal: { type: 'boolean', default: false },
      'no-shrink': { type: 'boolean', default: false },
      replay: { type: 'string' },
      mutants: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { profile, journal } = values;
  if (values.help) return 'help';
  if (values.seed === undefined && !values.mutants && values.replay === undefined) throw new Error('--seed is missing');
  if (!isProfileName(profile)) throw new Error(`--profile must be one of ${Object.keys(profiles).join(', ')}`);
  if (!Object.keys(mutants).some((name) => name.includes(values.only))) throw new Error('--only names no mutant');
  if (values.seeds !== undefined && values.minutes !== undefined) throw new Error('--seeds or --minutes, not both');
  const nodes = count('--nodes', values.nodes);
  if (nodes > 7) throw new RangeError('--nodes must be 1 to 7');
  if (profile === 'network' && nodes === 1) throw new Error('--profile network needs --nodes above 1');
  return {
    seed: wholeNumber('--seed', values.seed ?? '1'),
    profile,
    blocks: count('--blocks', values.blocks),
    nodes,
    seeds: count('--seeds', values.seeds ?? '1'),
    minutes: values.minutes === undefined ? undefined : count('--minutes', values.minutes),
    every: values.every === undefined ? undefined : count('--every', values.every),
    pace: count('--pace', values.pace),
    journal,
    shrinks: !values['no-shrink'],
    mutants: values.mutants ? values.only : undefined,
    replayed: values.replay === undefined ? undefined : readRegression(values.replay),
  };
}

function count(name: string, text: string): number {
  const number = wholeNumber(name, text);
  if (number === 0) throw new RangeError(`${name} must be at least 1`);
  return number;
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}
