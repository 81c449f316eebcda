import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';

/** `accounts`: how many the state has beside those of a case; `write`: a file for the cases that are found. */
export type SearchCommand = {
  readonly kind: 'search';
  readonly seconds: number;
  readonly seed: number;
  readonly accounts: number;
  readonly write: string | undefined;
};

/** `accounts`: how many the state has; `state`: the folder in which it is kept. */
export type ColdCommand = { readonly kind: 'cold'; readonly accounts: number; readonly state: string | undefined };

export const gasUsage = `Looks for contracts whose gas does not pay for the time that they take.

  npm run gas -- --search [--seconds 60] [--seed 1] [--accounts N] [--write FILE]
  npm run gas -- --cold [--accounts 1000000] [--state FOLDER]

  --search    loops of each opcode with hostile operands, then random loops of a few instructions and changes of the
              slowest: keys of one bucket, many and large codes, too little gas for what is called, nested calls and
              creations, sizes at each limit, cold after warm, in one transaction and several; each in a new engine and
              in one that has served all others. First cases of each form that once harmed a node: many nested codes
              at a time, many codes that are decoded cold and warm, nested creations with 49,152 bytes of init code, keys
              of one bucket, too little gas for what reads the state
  --seconds   duration in seconds of CPU time (default 60); all opcodes take some two minutes, of the duration three
              tenths are for them, in an order that the seed decides, and as much for the forms
  --seed      a whole number (default 1): another one searches elsewhere
  --accounts  the state is a database with so many accounts, and as many slots, at the addresses that loops count up
              (default 0)
  --write     keep the cases that are found, for tools/gas/search/found-cases.json and npm run bench -- gas

  --cold      blocks of six transactions of 2^24 gas that use accounts, slots and codes for the first time, each in a new
              process over a database of a million accounts, a million slots and 40,000 codes of 24,576 bytes: with the
              file in the memory of the system, and where GNU dd can drop it from there, on disk. The root is included
  --accounts  another number of accounts and slots (default 1,000,000: some minutes and 3 GB)
  --state     keep the state in this folder, and use it when it is there

Prints the slowest ten, shrunk: million gas a second of CPU time, the longest time between two questions whether to
stop, and by how much the process grew. What is known is tried first.
Exit codes: 0 all at 40 Mgas/s or more, 1 slower ones or an outcome that depends on what the engine did before, 2 wrong
usage.`;

/** Parses the arguments; 'help' when they request it. Throws an Error with one line. */
export function parseGasOptions(args: readonly string[]): SearchCommand | ColdCommand | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      search: { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      accounts: { type: 'string' },
      write: { type: 'string' },
      state: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { search, cold, seconds, seed, accounts, write, state, help } = values;
  if (help) return 'help';
  if (search === cold) throw new Error('say --search or --cold');
  const others = cold ? { seconds, seed, write } : { state };
  for (const [name, value] of Object.entries(others)) {
    if (value !== undefined) throw new Error(`--${name} is not for ${cold ? '--cold' : '--search'}`);
  }
  if (cold) return { kind: 'cold', accounts: wholeNumber('--accounts', accounts ?? '1000000'), state };
  return {
    kind: 'search',
    seconds: wholeNumber('--seconds', seconds ?? '60'),
    seed: wholeNumber('--seed', seed ?? '1'),
    accounts: wholeNumber('--accounts', accounts ?? '0'),
    write,
  };
}
