import { resolve } from 'node:path';
import type { CommandOption } from '../command.ts';
import { CliError } from '../exit-codes.ts';

/** An option of `qord start` that is short for settings: what it sets, by `section.key`. */
export type StartFlag = CommandOption & {
  readonly settings: (value: string) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
};

const numbers = /^\d+$/;

/** A network to fork: its URL and, behind an `@` as anvil has it, the block to begin from. */
const origin: StartFlag['settings'] = (value): Readonly<Record<string, string>> => {
  const [, url = value, block] = /^(.+)@(-?\d+|latest)$/.exec(value) ?? [];
  return { 'fork.url': url, ...(block !== undefined && { 'fork.block-number': block }) };
};

/** Short for one setting, whose text it has. */
const one =
  (setting: string): StartFlag['settings'] =>
  (value) => ({ [setting]: value });

/** Short for a duration, given as a number of `unit`. */
const duration =
  (setting: string, unit: 's' | 'ms'): StartFlag['settings'] =>
  (value) => ({ [setting]: numbers.test(value) ? `${value}${unit}` : value });

const accounts: readonly StartFlag[] = [
  { name: 'accounts', letter: 'a', value: 'number', summary: 'accounts with coins', settings: one('genesis.accounts') },
  { name: 'balance', value: 'qor', summary: 'of each of them', settings: one('genesis.balance') },
  {
    name: 'mnemonic',
    letter: 'm',
    value: 'words',
    summary: 'words that their keys are derived from',
    settings: one('genesis.mnemonic'),
  },
  {
    name: 'mnemonic-random',
    value: 'count',
    isValueOptional: true,
    summary: '12, 15, 18, 21 or 24 new words',
    settings: async (count) => {
      if (!['', '12', '15', '18', '21', '24'].includes(count))
        throw new CliError('usage', `--mnemonic-random must be 12, 15, 18, 21 or 24, not ${count}`);
      const { createMnemonic } = await import('../../primitives/crypto/mnemonic.ts');
      return { 'genesis.mnemonic': createMnemonic(Number(count || '12')) };
    },
  },
  {
    name: 'mnemonic-seed-unsafe',
    value: 'text',
    summary: '12 words that follow from a text, always the same',
    settings: async (text) => {
      const { mnemonicOfText } = await import('../../primitives/crypto/mnemonic.ts');
      return { 'genesis.mnemonic': mnemonicOfText(text) };
    },
  },
  {
    name: 'derivation-path',
    value: 'path',
    summary: 'path of their keys, without the number',
    settings: one('genesis.derivation-path'),
  },
  {
    name: 'auto-impersonate',
    summary: 'take transactions of all accounts without their keys',
    settings: () => ({ 'development.auto-impersonate': 'true' }),
  },
];

const chain: readonly StartFlag[] = [
  {
    name: 'init',
    value: 'file',
    summary: 'genesis of go-ethereum: its figures and accounts',
    settings: one('genesis.init'),
  },
  { name: 'chain-id', value: 'number', summary: 'also of a fork', settings: one('genesis.chain-id') },
  {
    name: 'hardfork',
    value: 'name',
    summary: 'osaka or latest: the rules that this chain has',
    settings: (name) => {
      if (/^(?:osaka|latest)$/i.test(name)) return {};
      throw new CliError(
        'usage',
        `--hardfork ${name}: this chain has the rules of osaka from its first block, no others`,
      );
    },
  },
  {
    name: 'disable-default-create2-deployer',
    summary: 'none of the contracts that toolchains expect',
    settings: () => ({ 'development.preinstalls': 'false' }),
  },
  { name: 'timestamp', value: 'seconds', summary: 'time of the genesis', settings: one('genesis.timestamp') },
  { name: 'number', value: 'number', summary: 'height of the genesis', settings: one('genesis.number') },
  { name: 'gas-limit', value: 'gas', summary: 'of a block', settings: one('genesis.gas-limit') },
  {
    name: 'disable-block-gas-limit',
    summary: 'as many gas in a block as there can be',
    settings: async () => {
      const { mostBlockGas } = await import('../../chain/genesis/parse-genesis.ts');
      return { 'genesis.gas-limit': String(mostBlockGas) };
    },
  },
  {
    name: 'code-size-limit',
    value: 'bytes',
    summary: 'longest code of a contract',
    settings: one('genesis.code-size-limit'),
  },
  {
    name: 'disable-code-size-limit',
    summary: 'the longest code that a transaction can pay for',
    settings: async () => {
      const { mostDevelopmentCodeBytes } = await import('../../chain/genesis/parse-genesis.ts');
      return { 'genesis.code-size-limit': String(mostDevelopmentCodeBytes) };
    },
  },
  {
    name: 'base-fee',
    value: 'wei',
    summary: 'of the first block; the fee does not fall below it',
    settings: one('genesis.base-fee'),
  },
  { name: 'block-base-fee-per-gas', value: 'wei', summary: 'the same', settings: one('genesis.base-fee') },
];

const blocks: readonly StartFlag[] = [
  {
    name: 'block-time',
    letter: 'b',
    value: 'seconds',
    summary: 'a block each time, for which transactions wait',
    settings: (value) => {
      const isNumber = /^\d+(?:\.\d{1,3})?$/.test(value);
      const interval = isNumber ? `${Math.round(Number(value) * 1000)}ms` : value;
      return { 'consensus.block-interval': interval, 'development.automine': 'false' };
    },
  },
  { name: 'order', value: 'fees|fifo', summary: 'of transactions in a block', settings: one('mempool.order') },
  {
    name: 'no-mining',
    summary: 'blocks only when a client asks for them',
    settings: () => ({ 'consensus.block-interval': '0s', 'development.automine': 'false' }),
  },
  {
    name: 'mixed-mining',
    summary: 'with --block-time: transactions do not wait',
    settings: () => ({ 'development.automine': 'true' }),
  },
];

const servers: readonly StartFlag[] = [
  {
    name: 'allow-origin',
    value: 'origins',
    summary: 'web pages that may use it',
    settings: one('json-rpc.cors-origin'),
  },
  {
    name: 'ipc',
    value: 'path',
    isValueOptional: true,
    summary: 'a Unix socket for JSON-RPC; by default qord.ipc in the home folder',
    settings: (path) => ({ 'json-rpc.ipc': path === '' ? 'qord.ipc' : resolve(path) }),
  },
  { name: 'no-cors', summary: 'no web page of others may use it', settings: () => ({ 'json-rpc.cors-origin': '' }) },
  {
    name: 'threads',
    letter: 'j',
    value: 'number',
    summary: 'threads of executions',
    settings: one('json-rpc.execution-threads'),
  },
];

const fork: readonly StartFlag[] = [
  {
    name: 'fork-url',
    letter: 'f',
    value: 'url',
    summary: 'network to fork, which a new home begins from; with @ and a number at its end from that block',
    settings: origin,
  },
  { name: 'fork', value: 'url', summary: 'the same', settings: origin },
  {
    name: 'fork-block-number',
    value: 'number',
    summary: 'its block to begin from; below zero: so many before its newest',
    settings: one('fork.block-number'),
  },
  {
    name: 'fork-transaction-hash',
    value: 'hash',
    summary: 'begin with the state after this transaction of it',
    settings: one('fork.transaction-hash'),
  },
  {
    name: 'fork-header',
    value: 'header',
    summary: 'Name: value, sent to it; may be given several times',
    isRepeatable: true,
    settings: one('fork.headers'),
  },
  { name: 'timeout', value: 'ms', summary: 'of a request to it', settings: duration('fork.timeout', 'ms') },
  { name: 'retries', value: 'number', summary: 'of a request to it', settings: one('fork.retries') },
  {
    name: 'fork-retry-backoff',
    value: 'ms',
    summary: 'time before the first of them',
    settings: duration('fork.retry-backoff', 'ms'),
  },
];

const output: readonly StartFlag[] = [
  {
    name: 'quiet',
    letter: 'q',
    summary: 'log errors only, and no accounts',
    settings: () => ({ 'log.level': 'error' }),
  },
  {
    name: 'disable-console-log',
    summary: 'log nothing of console.log',
    settings: () => ({ 'development.print-logs': 'false' }),
  },
];

const network: readonly StartFlag[] = [
  { name: 'comet', value: 'process', summary: 'child or external', settings: one('comet.process') },
  { name: 'cometbft', value: 'file', summary: 'program of CometBFT', settings: one('comet.binary') },
];

/** Files of the operator (`start-files.ts`). */
export const startFiles: readonly CommandOption[] = [
  { name: 'load-state', value: 'file', summary: 'saved by --dump-state or anvil; loaded at the start' },
  { name: 'dump-state', value: 'file', summary: 'where the state is saved at the end, as anvil has it' },
  { name: 'state', value: 'file', summary: 'both, if the file is there at the start' },
  { name: 'state-interval', letter: 's', value: 'seconds', summary: 'save it each time, too' },
  { name: 'config-out', value: 'file', summary: 'accounts, keys, fees and URLs as JSON' },
].map((option) => ({ ...option, group: 'Files:' }));

const under = (group: string, flags: readonly StartFlag[]): readonly StartFlag[] =>
  flags.map((flag) => ({ ...flag, group }));

/** Further names that anvil has for its flags. */
const aliases: Readonly<Record<string, string>> = {
  'auto-unlock': 'auto-impersonate',
  blockTime: 'block-time',
  ipcpath: 'ipc',
  jobs: 'threads',
  'no-console-log': 'disable-console-log',
  'no-create2': 'disable-default-create2-deployer',
  'no-mine': 'no-mining',
  'rpc-url': 'fork-url',
};

function withAliases(flags: readonly StartFlag[]): readonly StartFlag[] {
  const others = Object.entries(aliases).flatMap(([name, of]) =>
    flags
      .filter((flag) => flag.name === of)
      .map(({ letter: _, ...flag }): StartFlag => ({ ...flag, name, summary: `the same as --${of}`, isHidden: true })),
  );
  return [...flags, ...others];
}

/** All of them, under the headings of the help. Of two that set the same, the later one counts. */
export const startFlags: readonly StartFlag[] = withAliases([
  ...under('Accounts of a new development network:', accounts),
  ...under('A new development network:', chain),
  ...under('Blocks of a development network:', blocks),
  ...under('Servers:', servers),
  ...under('Fork:', fork),
  ...under('Output:', output),
  ...under('Networks of several nodes:', network),
]);
