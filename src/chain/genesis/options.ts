import * as z from 'zod';
import { usualCodeBytes } from '../../kernel/transaction/transaction.ts';
import { developmentMnemonic, normalizeMnemonic, usualPath } from '../../primitives/development-accounts.ts';
import { qorSetting } from '../../primitives/settings.ts';
import { maxTimestampSeconds } from '../../primitives/time.ts';
import { mostBlockGas, mostDevelopmentCodeBytes, mostHeight } from './parse-genesis.ts';

/** Section `[genesis]`: what a development network begins with. Its home keeps it: another value needs another home. */
export const genesisOptions = z.strictObject({
  init: z
    .string()
    .max(4_096)
    .default('')
    .describe(
      'File with a genesis of go-ethereum: chain id, time, number, gas limit and base fee are taken from it where the other keys have their defaults, and its accounts are added. The rules stay those of this chain. Empty: none.',
    ),
  accounts: z.int().min(1).max(1_000).default(10).describe('How many accounts have coins and keys that are public.'),
  balance: qorSetting.prefault(10_000_000).describe('QOR of each of them.'),
  mnemonic: z
    .string()
    .transform(normalizeMnemonic)
    .prefault(developmentMnemonic)
    .describe('Words that their keys are derived from (BIP-39). The default is that of anvil and Hardhat.'),
  'derivation-path': z
    .string()
    .regex(/^m(?:\/\d{1,9}'?)*\/?$/, "must be a path such as m/44'/60'/0'/0")
    .transform((path) => path.replace(/\/$/, ''))
    .prefault(usualPath)
    .describe('Path that the number of an account is put behind (BIP-32).'),
  'chain-id': z
    .int()
    .min(0)
    .default(0)
    .describe('Chain id, which wallets sign for; 0 = 9800, or that of the origin of a fork.'),
  timestamp: z
    .int()
    .min(0)
    .max(maxTimestampSeconds)
    .default(0)
    .describe(
      'Time of the genesis in seconds since 1970; further blocks continue from there. 0 = the present, as tests expect that compare the first block with the next; 2026-01-01 where several nodes make the network.',
    ),
  number: z
    .int()
    .min(0)
    .max(mostHeight - 1)
    .default(0)
    .describe('Height of the block that holds the genesis; a fork begins after its origin.'),
  'gas-limit': z
    .int()
    .min(21_000)
    .max(Number(mostBlockGas))
    .default(100_000_000)
    .describe('Gas of a block, and of a transaction up to 100000000.'),
  'code-size-limit': z
    .int()
    .min(1)
    .max(mostDevelopmentCodeBytes)
    .default(usualCodeBytes)
    .describe('Bytes of the longest code of a contract (EIP-170); init code has twice as many.'),
  'base-fee': z
    .int()
    .min(0)
    .default(100_000_000_000)
    .describe('Base fee of the first block in wei per gas, below which it does not fall.'),
});

export type GenesisOptions = z.output<typeof genesisOptions>;
