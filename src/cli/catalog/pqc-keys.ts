import type { CommandGroup } from '../command.ts';
import { homeOption, keyArgument, passwordOption } from './common.ts';

/** `qord keys pqc …` */
export const pqcKeys: CommandGroup = {
  name: 'pqc',
  summary: 'Encrypted post-quantum keys (ML-DSA-87), and signatures with them',
  commands: [
    {
      name: 'add',
      summary: 'Create a post-quantum key and show its recovery words once',
      details:
        'The key is ML-DSA-87 (FIPS 204), which accounts register, bridge validators attest with and creators of layers anchor with. It comes from 32 random bytes, stored encrypted; 24 words (BIP-39) spell the same bytes. Write them down: they are not stored.',
      arguments: [keyArgument],
      options: [passwordOption, homeOption],
      examples: ['qord keys pqc add mine', 'qord keys pqc add mine --password-file secret.txt --json'],
      load: () => import('../commands/keys-pqc-add.ts'),
    },
    {
      name: 'import',
      summary: 'Store a post-quantum key from its 24 recovery words, or from 32 bytes of seed in hex',
      details:
        'Without a file, the command prompts for the words or the seed and does not echo them; it never reads them from the command line.',
      arguments: [
        keyArgument,
        { name: 'file', summary: 'file with the words or the seed; - reads standard input', required: false },
      ],
      options: [passwordOption, homeOption],
      examples: ['qord keys pqc import mine', 'qord keys pqc import mine words.txt'],
      load: () => import('../commands/keys-pqc-import.ts'),
    },
    {
      name: 'list',
      summary: 'List the post-quantum keys',
      options: [homeOption],
      examples: ['qord keys pqc list', 'qord keys pqc list --json'],
      load: () => import('../commands/keys-pqc-list.ts'),
    },
    {
      name: 'show',
      summary: 'Print the public key in hex, for other commands',
      arguments: [keyArgument],
      options: [homeOption],
      examples: [
        'qord keys pqc show mine',
        'qord tx pqc register-key 1 $(qord keys pqc show mine) 0x hybrid --from alice',
        'qord tx bridge register-validator $(qord keys pqc show mine) ethereum --from alice',
      ],
      load: () => import('../commands/keys-pqc-show.ts'),
    },
    {
      name: 'sign',
      summary: 'Sign a message and print the signature in hex, for other commands',
      details:
        'Signatures are deterministic: the same key and message always give the same 4627 bytes. The help of a call says what to sign.',
      arguments: [
        keyArgument,
        {
          name: 'message',
          summary: '0x and hex digits, @file, or any other text, which is signed as it stands',
          required: true,
        },
      ],
      options: [passwordOption, homeOption],
      examples: [
        'qord keys pqc sign mine $(qord query bridge attestation-digest ethereum deposit deposit-… 0x5c50… 25000000 USDC)',
        'qord keys pqc sign mine @message --password-file secret.txt',
      ],
      load: () => import('../commands/keys-pqc-sign.ts'),
    },
    {
      name: 'delete',
      summary: 'Delete a post-quantum key permanently',
      arguments: [keyArgument],
      options: [{ name: 'yes', summary: 'do not ask for confirmation' }, homeOption],
      examples: ['qord keys pqc delete mine', 'qord keys pqc delete mine --yes'],
      load: () => import('../commands/keys-pqc-delete.ts'),
    },
  ],
};
