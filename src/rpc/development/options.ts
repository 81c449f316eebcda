import * as z from 'zod';
import { listSetting } from '../../primitives/settings.ts';

/** Section `[development]`: what only development networks do. */
export const developmentOptions = z.strictObject({
  'client-version': z
    .string()
    .max(200)
    .default('')
    .describe(
      'What web3_clientVersion returns, for tools that serve only networks they know by name, such as HardhatNetwork/2.22.0/qord. A name that begins with hardhat makes evm_setIntervalMining count in milliseconds, a transaction that fails in its block an error of what submitted it, each block at least a second later than the one before it, transactions that wait when evm_setAutomine is enabled a part of the next block, and eth_accounts without impersonated ones, as Hardhat has it. Empty: the name and version of this node.',
    ),
  automine: z
    .boolean()
    .default(true)
    .describe('Whether waiting transactions cause a block; evm_setAutomine changes it.'),
  'auto-impersonate': z
    .boolean()
    .default(false)
    .describe(
      'Whether the node takes transactions of all accounts without their keys, as anvil_autoImpersonateAccount.',
    ),
  artifacts: listSetting
    .prefault('out,artifacts')
    .describe(
      'Folders of the output of Foundry and Hardhat, separated by commas, below the folder that the node is started in. What the log and the explorer say of failures has the names, errors and lines of the contracts in them, which qord_getProjectContract serves; missing folders are left out.',
    ),
  'print-failures': z
    .boolean()
    .default(true)
    .describe(
      'Whether the log shows why transactions, calls and gas estimates fail: the reason and the calls that led to it.',
    ),
  preinstalls: z
    .boolean()
    .default(true)
    .describe(
      'Whether a new network begins with the contracts that toolchains expect: the CREATE2 deployers of Foundry and Safe, Multicall3, Permit2 and EntryPoint 0.7. A home keeps what it began with.',
    ),
  'print-logs': z
    .boolean()
    .default(true)
    .describe(
      'Whether the log shows what transactions, calls and gas estimates pass to console.log of Hardhat and Foundry.',
    ),
  'print-traces': z.boolean().default(false).describe('Whether the log shows the calls of each transaction as a tree.'),
});

export type DevelopmentOptions = z.output<typeof developmentOptions>;
