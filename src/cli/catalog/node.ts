import type { Command } from '../command.ts';
import { homeOption, nodeOption } from './common.ts';

export const status: Command = {
  name: 'status',
  summary: 'Show chain, height and pool of a running node',
  options: [nodeOption, homeOption],
  examples: ['qord status', 'qord status --node http://127.0.0.1:8545 --json'],
  load: () => import('../commands/status.ts'),
};

export const address: Command = {
  name: 'address',
  summary: 'Show all spellings of an account',
  arguments: [{ name: 'account', summary: 'an account as 0x…, qor1…, qorvaloper1… or base58', required: true }],
  examples: [
    'qord address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'qord address 8aYPx2EuWa7asCCKMZxrmHNK9SrHTjsiDckH4yJAcDAX --json',
  ],
  load: () => import('../commands/address.ts'),
};

export const version: Command = {
  name: 'version',
  summary: 'Show the versions of program, chain and runtime',
  examples: ['qord version', 'qord version --json'],
  load: () => import('../commands/version.ts'),
};
