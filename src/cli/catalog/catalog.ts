import type { Command, CommandGroup } from '../command.ts';
import { faucet, query, tx } from './chain.ts';
import { keys } from './keys.ts';
import { lightNode } from './light-node.ts';
import { comet, testnet } from './network.ts';
import { address, exportGenesis, init, migrate, newProject, start, status, verify, version } from './node.ts';

const completion: Command = {
  name: 'completion',
  summary: 'Print the completion of this program for a shell',
  arguments: [{ name: 'shell', summary: 'bash, zsh or fish', required: true }],
  examples: ['source <(qord completion bash)', 'source <(qord completion zsh)', 'qord completion fish | source'],
  load: async () => {
    const { completionOf } = await import('../commands/completion.ts');
    return { run: (input) => completionOf(input, catalog) };
  },
};

/** All commands of `qord`, in the order of its help. */
export const catalog: readonly (Command | CommandGroup)[] = [
  newProject,
  init,
  start,
  status,
  address,
  keys,
  tx,
  query,
  exportGenesis,
  verify,
  migrate,
  testnet,
  comet,
  lightNode,
  faucet,
  completion,
  version,
];
