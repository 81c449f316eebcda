import type { Command } from '../command.ts';
import { homeOption, nodeOption } from './common.ts';
import { startFiles, startFlags } from './start-flags.ts';

const networkOption = { name: 'network', value: 'name', summary: 'mainnet, testnet or dev', fallback: 'dev' };

export const init: Command = {
  name: 'init',
  summary: 'Write the configuration and genesis of a new node',
  details:
    'Networks other than dev need the genesis file that their operators publish. Those who found a network begin with --genesis-template: it has every parameter of every module; add accounts, validators and their delegations.',
  options: [
    { ...networkOption, required: true },
    { name: 'genesis', value: 'file', summary: 'genesis of the network' },
    {
      name: 'genesis-template',
      value: 'file',
      summary: 'write a complete genesis of a network that is to be founded, and nothing else',
    },
    { name: 'persistent-peers', value: 'peers', summary: 'nodes to connect to: id@host:port, separated by commas' },
    homeOption,
  ],
  examples: [
    'qord init --network dev',
    'qord init --network mainnet --genesis-template genesis.json',
    'qord init --network testnet --genesis genesis.json --persistent-peers 6c1f…@seed.example:26656',
  ],
  load: () => import('../commands/init.ts'),
};

export const start: Command = {
  name: 'start',
  summary: 'Run the node until it is stopped',
  details:
    'A home folder without a genesis file becomes a development network with funded accounts, which its home keeps as it began. Ctrl-C stops the node; a second Ctrl-C ends it at once. With --memory every start is a new chain, for tests: nothing is left on disk, and the next such start removes what a killed node has left. In the folder of a file qord.toml, which has the sections of app.toml but [comet], a development network takes its settings from there rather than from its home. --port leaves servers alone whose address is on the command line. A command of --exec has the URLs in QORD_NODE, QORD_WS_URL, QORD_SVM_URL, QORD_SVM_WS_URL and ETH_RPC_URL; only warnings of the node are printed beside it, to the error output.',
  options: [
    networkOption,
    homeOption,
    { name: 'memory', summary: 'a development network in a temporary home, which is removed at the end' },
    {
      name: 'port',
      letter: 'p',
      value: 'number',
      summary:
        'EVM at this port, then its WebSocket, explorer, SVM and its WebSocket at the next four; 0: free ones. Without --home a development network has one of its own for each port: ~/.qord-<port>',
    },
    { name: 'host', value: 'address', summary: 'of all servers but the metrics (environment: ANVIL_IP_ADDR)' },
    { name: 'hostname', value: 'address', summary: 'the same' },
    {
      name: 'exec',
      value: 'command',
      summary: 'run it beside the node, with QORD_NODE and ETH_RPC_URL set, and end with its exit code',
    },
    ...startFlags,
    ...startFiles,
  ],
  loadOptions: async () => (await import('../setting-options.ts')).settingOptions,
  examples: [
    'qord start',
    'qord start --memory --port 0 --exec "npm test"',
    'qord start --home ./mine --json-rpc.address 127.0.0.1:9545 --log.format json',
    'qord start --home ./fork --fork-url https://rpc.example --fork-block-number 21000000',
  ],
  load: () => import('../commands/start.ts'),
};

export const newProject: Command = {
  name: 'new',
  summary: 'Write a project that uses all three interfaces, with a test of each',
  details:
    'For Node and viem, for Hardhat (3, or 2 where Node is older than 22.13) or for Foundry. The compiler and all tools are packages of npm, whose versions package.json fixes; nothing else is downloaded. The folder is a new one, or empty.',
  arguments: [{ name: 'folder', summary: 'where to write it', required: true }],
  options: [
    {
      name: 'template',
      value: 'name',
      summary: 'viem, foundry, or hardhat: hardhat-3 with a Node that it runs on (22.13), else hardhat-2',
      fallback: 'viem',
    },
  ],
  examples: ['qord new my-project', 'qord new my-project --template foundry'],
  load: () => import('../commands/new.ts'),
};

export const status: Command = {
  name: 'status',
  summary: 'Show chain, height and pool of a running node',
  options: [nodeOption, homeOption],
  examples: ['qord status', 'qord status --node http://127.0.0.1:8545 --json'],
  load: () => import('../commands/status.ts'),
};

export const exportGenesis: Command = {
  name: 'export',
  summary: 'Print a genesis document that continues from the newest state',
  details:
    'Reads the data of the home folder; the node may run meanwhile. The new chain continues after the newest block (initialHeight), at its time: heights stay as they are, and blocks before it exist no more. Pass the document to qord init --network <name> --genesis in a new home.',
  options: [homeOption],
  examples: ['qord export > genesis.json'],
  load: () => import('../commands/export.ts'),
};

export const verify: Command = {
  name: 'verify',
  summary: 'Check all data of a home folder for damage',
  details:
    'Checks the pages of the file, every block with its hashes and roots, transactions with their senders, receipts and blooms, the indexes of blocks, transactions, logs and accounts, the state against its trees and the newest header, the history, and that all balances add up to the supply. Events and balance changes that no root commits to are read, not recomputed. The node must not run meanwhile. Exits with code 3 when something is wrong, and says what and where.',
  options: [homeOption],
  examples: ['qord verify', 'qord verify --home ./mine --json'],
  load: () => import('../commands/verify.ts'),
};

export const migrate: Command = {
  name: 'migrate',
  summary: 'Convert the data of a home folder that an older qord has written',
  details:
    'The data on disk have a format with a number. A node does not start with data in another format than its own; this command converts those in format 11, the one before. It writes them into a second file, which takes the place of the first when it is complete: there must be room for both, and the first one is not touched until then. It can be interrupted at any moment; called again, it continues where it was. The node must not run meanwhile.',
  options: [homeOption],
  examples: ['qord migrate', 'qord migrate --home ./mine --json'],
  load: () => import('../commands/migrate.ts'),
};

export const address: Command = {
  name: 'address',
  summary: 'Show all spellings of an account',
  arguments: [
    { name: 'account', summary: 'an account as 0x…, qor1…, qorvaloper1…, base58, or dev0 … dev9', required: true },
  ],
  examples: [
    'qord address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'qord address 8aYPx2EuWa7asCCKMZxrmHNK9SrHTjsiDckH4yJAcDAX --json',
  ],
  load: () => import('../commands/address.ts'),
};

export const version: Command = {
  name: 'version',
  summary: 'Show the versions of the program, the chain and the runtime',
  examples: ['qord version', 'qord version --json'],
  load: () => import('../commands/version.ts'),
};
