import { parseArgs } from 'node:util';
import { wholeNumber } from '../../whole-number.ts';

/** `accounts`: how many the state has beside those of a case; `write`: a file for the cases that are found. */
export type SearchCommand = {
  readonly seconds: number;
  readonly seed: number;
  readonly accounts: number;
  readonly write: string | undefined;
};

export const gasUsage = `Looks for contracts whose gas does not pay for the time that they take.

  npm run gas -- --search [--seconds 60] [--seed 1] [--accounts N] [--write FILE]

  --search    random loops of a few instructions and calls with hostile operands: keys of one bucket, many and large
              codes, too little gas for what is called, nested creations, sizes at each limit, cold after warm, in one
              transaction and several; each in a new engine and in one that has served all others
  --seconds   duration (default 60)
  --seed      a whole number (default 1): another one searches elsewhere
  --accounts  the state is a database with so many accounts, and as many slots, at the addresses that loops count up (default 0)
  --write     keep the cases that are found, for src/testing/gas/search/found-cases.json and npm run bench -- gas

Prints the slowest ten, shrunk: million gas a second of CPU time, the longest time between two questions whether to
stop, and by how much the process grew. What is known is tried first.
Exit codes: 0 all at 40 Mgas/s or more, 1 slower ones or an outcome that depends on what the engine did before, 2 wrong
usage.`;

/** Parses the arguments; 'help' when they request it. Throws an Error with one line. */
export function parseSearchOptions(args: readonly string[]): SearchCommand | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      search: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      accounts: { type: 'string', default: '0' },
      write: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  if (!values.search) throw new Error('say --search');
  return {
    seconds: wholeNumber('--seconds', values.seconds),
    seed: wholeNumber('--seed', values.seed),
    accounts: wholeNumber('--accounts', values.accounts),
    write: values.write,
  };
}
