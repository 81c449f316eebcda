import type { CommandGroup } from '../command.ts';
import { homeOption, indexOption, keyArgument, passwordOption } from './common.ts';
import { consensusKeys } from './consensus-keys.ts';
import { pqcKeys } from './pqc-keys.ts';

export const keys: CommandGroup = {
  name: 'keys',
  summary: 'Encrypted keys in the home folder',
  commands: [
    {
      name: 'add',
      summary: 'Create a key and show its recovery words once',
      details:
        'The key comes from 12 new words (BIP-39) and is stored encrypted (Web3 Secret Storage version 3, which geth, MetaMask and ethers read). Write the words down: they are not stored.',
      arguments: [keyArgument],
      options: [indexOption, passwordOption, homeOption],
      examples: ['qord keys add alice', 'qord keys add alice --password-file secret.txt --json'],
      load: () => import('../commands/keys-add.ts'),
    },
    {
      name: 'list',
      summary: 'List the keys with the three spellings of their accounts',
      options: [homeOption],
      examples: ['qord keys list', 'qord keys list --json'],
      load: () => import('../commands/keys-list.ts'),
    },
    {
      name: 'import',
      summary: 'Store a key made elsewhere: recovery words, a raw key or a keystore file',
      details:
        'The kind is recognised: 12 to 24 words (BIP-39), 32 bytes in hex, or a version 3 keystore (whose password is kept). Without a file, the command prompts for the words or the raw key and does not echo them; it never reads them from the command line.',
      arguments: [
        keyArgument,
        { name: 'file', summary: 'file with the words, key or keystore; - reads standard input', required: false },
      ],
      options: [indexOption, passwordOption, homeOption],
      examples: [
        'qord keys import bob',
        'qord keys import bob UTC--2026-01-01--0x7099.json',
        'qord keys import bob words.txt --index 1',
      ],
      load: () => import('../commands/keys-import.ts'),
    },
    {
      name: 'export',
      summary: 'Print the encrypted keystore of a key, or the raw key',
      arguments: [keyArgument],
      options: [
        { name: 'private-key', summary: 'print the raw key in hex instead: anyone who sees it controls the account' },
        passwordOption,
        homeOption,
      ],
      examples: ['qord keys export alice > alice.json', 'qord keys export alice --private-key'],
      load: () => import('../commands/keys-export.ts'),
    },
    {
      name: 'delete',
      summary: 'Delete a key permanently',
      arguments: [keyArgument],
      options: [{ name: 'yes', summary: 'do not ask for confirmation' }, homeOption],
      examples: ['qord keys delete alice', 'qord keys delete alice --yes'],
      load: () => import('../commands/keys-delete.ts'),
    },
    pqcKeys,
    consensusKeys,
  ],
};
