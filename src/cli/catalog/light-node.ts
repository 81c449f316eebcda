import type { CommandGroup } from '../command.ts';
import { accountSpellings, sendOptions, signingOptions } from './common.ts';

export const lightNode: CommandGroup = {
  name: 'light-node',
  summary: 'Run a light node, which is paid for following the chain',
  commands: [
    {
      name: 'run',
      summary: 'Follow the headers of a node and answer the question of each epoch',
      details:
        'An operator with the minimum delegation registers the account that answers with qord tx lightnode register. Those who answer share the part of all fees that is for light nodes; the next answer pays it, or qord tx lightnode withdraw.',
      options: [
        { name: 'operator', value: 'account', summary: `for whom it answers: ${accountSpellings}; by default --from` },
        { name: 'once', summary: 'answer the open question and end' },
        ...signingOptions,
        ...sendOptions,
      ],
      examples: [
        'qord light-node run --from answers --operator qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y',
        'qord light-node run --from dev1 --once --json',
      ],
      load: () => import('../commands/light-node-run.ts'),
    },
  ],
};
