import type { CommandArgument, CommandOption } from '../command.ts';

/** Arguments and options that several commands accept. */
export const homeOption: CommandOption = {
  name: 'home',
  value: 'folder',
  summary: 'home folder of the node (environment: QORD_HOME)',
  fallback: '~/.qord',
};

export const nodeOption: CommandOption = {
  name: 'node',
  value: 'url',
  summary: 'JSON-RPC address of the node (environment: QORD_NODE)',
  fallback: '[json-rpc] address of the home folder',
};

export const passwordOption: CommandOption = {
  name: 'password-file',
  value: 'file',
  summary: 'file whose first line is the password of the key; the default is to prompt',
};

export const signingOptions: readonly CommandOption[] = [
  { name: 'from', value: 'key', summary: 'name or account of a stored key, or dev0 … dev9', required: true },
  {
    name: 'pqc-key',
    value: 'key',
    summary: 'post-quantum key that signs too: the transaction is hybrid, as protected accounts need it',
  },
  { name: 'gas-limit', value: 'gas', summary: 'maximum gas; estimated by default' },
  passwordOption,
  { name: 'pqc-password-file', value: 'file', summary: 'the same for the post-quantum key, when its password differs' },
];

export const sendOptions: readonly CommandOption[] = [
  { name: 'timeout', value: 'duration', summary: 'how long to wait for the receipt; 0s = not at all', fallback: '60s' },
  nodeOption,
  homeOption,
];

export const indexOption: CommandOption = {
  name: 'index',
  value: 'number',
  summary: "which account of the words: i of m/44'/60'/0'/0/i",
  fallback: '0',
};

export const keyArgument: CommandArgument = { name: 'name', summary: 'name of the key', required: true };

export const accountSpellings = 'an account as 0x…, qor1…, base58, or dev0 … dev9';
export const amountUnits = 'an amount with its unit: qor, uqor (10^-6), lamports (10^-9) or wei (10^-18)';
