import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';

/**
 * Duration, first seed and number of scenarios; `blocks`: whether each is a block of transactions, `modules`: a chain of
 * calls of native modules; `aged`: a block in a new engine and in a used one; `tests`: a folder of state tests for that.
 * `genesis`: every number of a genesis at its extremes; `only`: how the names of these numbers begin.
 */
export type FuzzOptions = {
  readonly seconds: number;
  readonly seed: number;
  readonly count: number;
  readonly blocks: boolean;
  readonly modules: boolean;
  readonly aged: boolean;
  readonly genesis: boolean;
  readonly only: string;
  readonly tests: string | undefined;
};

export const fuzzUsage = `Compares this engine with an independent one on random programs and transactions.

  npm run fuzz -- [--seconds 60] [--seed 1] [--count N] [--blocks | --modules | --aged [--tests FOLDER]]
  npm run fuzz -- --genesis [--only staking.validator]

  --seconds  duration (default 60); Ctrl-C ends it earlier, with the summary
  --seed     a whole number: the first scenario (default 1); the others are the numbers that follow
  --count    scenarios at most: --seed N --count 1 repeats one
  --blocks   blocks of up to twelve transactions on one state, each compared, instead of one transaction; in half of
             them gas limits are mostly exactly what is used, and nothing is written between two transactions
  --modules  chains of random calls of all native modules by accounts, Solidity contracts (also while they are created,
             by DELEGATECALL, STATICCALL and CALLCODE), session keys, delegated accounts (EIP-7702) and hybrid
             transactions, with gifts, random parameters, jumps of time, absent and faulty validators, restarts and
             exports; a node with a pool and data on disk builds the blocks, one in memory executes them. Supply, pools,
             hooks and answers are checked after each block, all data before each export and at the end. A chain in three
             has many records of some kinds: calls must pay for the rows that they read, and no block may settle too
             many of a queue. What a holder of xQORE or the creator of a rollup would get now, and what fraud would cost,
             is compared with the rules.
             At the end of a chain time passes until nothing may wait any more, and everybody must be able to leave
  --genesis  each number of a genesis that has a row of every table: 0, 1, its bounds and one beyond, and
             what 53, 63, 64 and 256 bits hold. It is refused by a line that names the module, or the chain makes 20 blocks
             past all times that are due, is restarted, exported and imported; this takes ten minutes for all
  --only     how the names of the numbers for --genesis begin
  --aged     blocks of random transactions, of state tests and of calls through many contracts, with gas limits that are
             mostly exactly what is used, as transactions and as messages: in an engine that knows nothing, in one that
             executes just them, and in one that serves random calls in between, status, gas, output, logs and roots are
             the same
  --tests    the folder of official state tests for --aged (default: the vectors of this repository)

Each difference of one transaction is shrunk and printed as a state test, which test:official runs.
Exit codes: 0 no difference, 1 differences, 2 wrong usage.`;

/** Parses the arguments; 'help' when they request it. Throws an Error with one line. */
export function parseFuzzOptions(args: readonly string[]): FuzzOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      count: { type: 'string' },
      blocks: { type: 'boolean', default: false },
      modules: { type: 'boolean', default: false },
      aged: { type: 'boolean', default: false },
      genesis: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      tests: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const { seconds, seed, count, blocks, modules, aged, genesis, only, tests } = values;
  if ([blocks, modules, aged, genesis].filter(Boolean).length > 1)
    throw new Error('choose --blocks, --modules, --aged or --genesis');
  return {
    seconds: wholeNumber('--seconds', seconds),
    seed: wholeNumber('--seed', seed),
    count: count === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--count', count),
    blocks,
    modules,
    aged,
    genesis,
    only,
    tests,
  };
}
