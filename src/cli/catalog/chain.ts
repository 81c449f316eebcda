import type { Command, CommandGroup } from '../command.ts';
import { accountSpellings, amountUnits, homeOption, nodeOption, sendOptions, signingOptions } from './common.ts';

export const tx: CommandGroup = {
  name: 'tx',
  summary: 'Transactions',
  commands: [
    {
      name: 'send',
      summary: 'Send QOR and wait for the receipt',
      arguments: [
        { name: 'to', summary: accountSpellings, required: true },
        { name: 'amount', summary: amountUnits, required: true },
      ],
      options: [...signingOptions, ...sendOptions],
      examples: [
        'qord tx send qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y 1.5qor --from alice',
        'qord tx send 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 1500000uqor --from dev0 --json',
      ],
      load: () => import('../commands/tx-send.ts'),
    },
  ],
  loadGroups: async () => (await import('./modules.ts')).moduleTransactions(),
};

export const faucet: Command = {
  name: 'faucet',
  summary: 'Fund an account of a development network',
  details: 'Sends from the last development account, which holds nothing on other networks.',
  arguments: [
    { name: 'to', summary: accountSpellings, required: true },
    { name: 'amount', summary: `${amountUnits} (default 100qor)`, required: false },
  ],
  options: sendOptions,
  examples: [
    'qord faucet 8aYPx2EuWa7asCCKMZxrmHNK9SrHTjsiDckH4yJAcDAX',
    'qord faucet qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y 5qor',
  ],
  load: () => import('../commands/faucet.ts'),
};

export const query: CommandGroup = {
  name: 'query',
  summary: 'Read from a running node',
  commands: [
    {
      name: 'block',
      summary: 'Show a block',
      arguments: [{ name: 'block', summary: 'height, hash, or latest (default)', required: false }],
      options: [nodeOption, homeOption],
      examples: ['qord query block', 'qord query block 12 --json'],
      load: () => import('../commands/query-block.ts'),
    },
    {
      name: 'tx',
      summary: 'Show a transaction and its receipt',
      arguments: [{ name: 'hash', summary: '0x and 64 hex digits', required: true }],
      options: [nodeOption, homeOption],
      examples: ['qord query tx 0x0f2e… --json'],
      load: () => import('../commands/query-tx.ts'),
    },
    {
      name: 'account',
      summary: 'Show the balance and nonce of an account',
      arguments: [{ name: 'account', summary: accountSpellings, required: true }],
      options: [
        { name: 'height', value: 'block', summary: 'the state after that block', fallback: 'latest' },
        nodeOption,
        homeOption,
      ],
      examples: [
        'qord query account qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y',
        'qord query account dev0 --height 5 --json',
      ],
      load: () => import('../commands/query-account.ts'),
    },
  ],
  loadGroups: async () => (await import('./modules.ts')).moduleQueries(),
};
