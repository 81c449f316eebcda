import type { CommandGroup } from '../command.ts';
import { homeOption } from './common.ts';

const confirmOption = { name: 'yes', summary: 'do it without asking' };

export const testnet: CommandGroup = {
  name: 'testnet',
  summary: 'A network of several nodes on this machine',
  commands: [
    {
      name: 'init',
      summary: 'Write the homes of a network of validators on this machine',
      details:
        'Writes DIR/node0, DIR/node1 … with keys, genesis and configuration. Node i serves EVM on ports 8545 + 100 i and 8546 + 100 i and SVM on 8899 + 100 i and 8900 + 100 i, and talks to its peers on the address 127.0.0.(1 + i). The ten development accounts are funded; the first operate the validators.',
      options: [
        { name: 'output', value: 'folder', summary: 'folder for the homes', required: true },
        { name: 'validators', value: 'number', summary: 'validators, 1 to 10', fallback: '4' },
        { name: 'full-nodes', value: 'number', summary: 'nodes that follow without voting', fallback: '0' },
        { name: 'base-port', value: 'port', summary: 'EVM port of node 0; all others follow it', fallback: '8545' },
      ],
      examples: ['qord testnet init --output net', 'qord testnet init --validators 4 --full-nodes 1 --output net'],
      load: () => import('../commands/testnet-init.ts'),
    },
    {
      name: 'start',
      summary: 'Run all nodes of such a network until Ctrl-C',
      details:
        'Starts each home as `qord start --home` would, in a process of its own, and shows one line per node with its height, peers and role. The logs are in DIR/node0/qord.log and so on.',
      arguments: [{ name: 'folder', summary: 'the --output of qord testnet init', required: true }],
      options: [{ name: 'cometbft', value: 'file', summary: 'program of CometBFT for all nodes' }],
      examples: ['qord testnet start net'],
      load: () => import('../commands/testnet-start.ts'),
    },
  ],
};

export const comet: CommandGroup = {
  name: 'comet',
  summary: 'The part of CometBFT in the home of a node',
  commands: [
    {
      name: 'show-node-id',
      summary: 'Show the id by which peers know this node',
      options: [homeOption],
      examples: ['qord comet show-node-id'],
      load: () => import('../commands/comet-node-id.ts'),
    },
    {
      name: 'show-validator',
      summary: 'Show the public key with which this node signs blocks',
      details: 'This is the key that createValidator of the staking module takes.',
      options: [homeOption],
      examples: ['qord comet show-validator', 'qord comet show-validator --json'],
      load: () => import('../commands/comet-validator.ts'),
    },
    {
      name: 'reset',
      summary: 'Delete all blocks of this node, to get them again from its peers',
      details:
        'Deletes the data of qord and of CometBFT. Keys, configuration, genesis and the record of what the validator has signed stay. The node must not run.',
      options: [homeOption, confirmOption],
      examples: ['qord comet reset --yes'],
      load: () => import('../commands/comet-reset.ts'),
    },
  ],
};
