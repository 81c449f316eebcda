import { parseArgs } from 'node:util';
import { wholeNumber } from '../whole-number.ts';

/** How long to check, where random numbers begin, and the most rounds. */
export type PathOptions = { readonly minutes: number; readonly seed: number; readonly rounds: number };

export const pathsUsage = `Asks a node of its own the same questions by different paths, and compares the answers.

  npm run paths -- [--minutes 10] [--seed 1] [--rounds N]

  --minutes  duration (default 10); the round that has begun is finished
  --seed     a whole number that decides all transactions and questions (default 1)
  --rounds   rounds at most

Each round executes random transactions of all types, and asks questions made from rpc.discover: by the fast path and
by the server of Node in chunks, single and in batches, over HTTP and WebSocket, with other spellings of the request and
of the block. It compares blocks and receipts with what they give when executed again, logs with receipts, proofs with
roots, histories with a scan of all blocks, what subscribers and owners of filters were told with a scan of the new
ones, and the SVM interface with the EVM interface. Then it does something that must change no answer: restarts the node
with other settings (caches, threads, durability), kills it, makes 20 blocks, or reverts to a snapshot; and asks again.
At the end \`qord verify\` executes the whole chain.

The first difference ends it: it is printed with both paths and answers, and the home is kept.
Exit codes: 0 no difference, 1 a difference, 2 wrong usage.`;

/** Parses the arguments; 'help' when they request it. Throws an Error with one line. */
export function parsePathOptions(args: readonly string[]): PathOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    minutes: wholeNumber('--minutes', values.minutes),
    seed: wholeNumber('--seed', values.seed),
    rounds: values.rounds === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--rounds', values.rounds),
  };
}
