import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';
import { attacks } from './attacks.ts';

/** Which attacks to run, for how many seconds each at most, and where random messages begin. */
export type AbuseOptions = {
  readonly names: readonly string[];
  readonly seconds: number | undefined;
  readonly seed: number;
  readonly rounds: number;
  /** options of `pieces`: length of the chain, and what the names of its measurements have in common */
  readonly blocks: number;
  readonly only: string;
};

/** The runs that consist of more than one kind of attack. */
const others = {
  fuzz: 'random requests, good and bad, to all interfaces (--seconds 60 --seed 1)',
  pieces:
    'the longest piece of the main thread for each method and for what changes a chain, on a node with a long chain and a full pool (--blocks 20000 --seed 1 --only anvil_)',
  kill: 'kill -9 under load, over and over: nothing that was reported may be gone (--rounds 30 --seed 1)',
};

export const defaultSeconds = { attack: 20, fuzz: 60 };

/** The help text, with all attacks. */
export function abuseUsage(): string {
  const longest = Math.max(...Object.keys(attacks).map((name) => name.length));
  const lines = [
    ...Object.entries(attacks).map(([name, { summary }]) => [name, summary] as const),
    ...Object.entries(others),
  ].map(([name, summary]) => `  ${name.padEnd(longest)}  ${summary}`);
  return `Attacks a node of its own, on loopback, while a well-behaved client uses it; prints latency and memory.

  npm run abuse -- <case…> [--seconds ${defaultSeconds.attack} | --minutes 10]

${lines.join('\n')}
  ${'all'.padEnd(longest)}  all attacks, one after the other

Exit codes: 0 all goals met, 1 a goal missed, 2 wrong use.`;
}

/** Arguments of the program → options; 'help' without any. Throws an Error of one line. */
export function parseAbuseOptions(args: readonly string[]): AbuseOptions | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '30' },
      blocks: { type: 'string', default: '20000' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help || positionals.length === 0) return 'help';
  const unknown = positionals.find((name) => name !== 'all' && !(name in attacks) && !(name in others));
  if (unknown !== undefined) throw new RangeError(`no case ${unknown}`);
  const { minutes, seed, rounds, blocks, only } = values;
  const seconds = minutes === undefined ? values.seconds : String(60 * wholeNumber('--minutes', minutes));
  return {
    names: positionals.includes('all') ? Object.keys(attacks) : positionals,
    seconds: seconds === undefined ? undefined : wholeNumber('--seconds', seconds),
    seed: wholeNumber('--seed', seed),
    rounds: wholeNumber('--rounds', rounds),
    blocks: wholeNumber('--blocks', blocks),
    only,
  };
}
