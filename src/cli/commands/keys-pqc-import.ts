import { seedOfWords } from '../../primitives/crypto/mnemonic.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { storeKey } from '../keys/key-folder.ts';
import { newPassword, readSecret } from '../keys/password.ts';
import { pqcNameFault } from '../keys/pqc-folder.ts';
import { encryptSeed, parseSeed } from '../keys/pqc-keystore.ts';
import { describePqcKey, pqcKeyText } from '../keys/pqc-report.ts';

/** Stores a post-quantum key made elsewhere. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { pqcKeyFolder } = homeOf(input);
  const name = requiredArgument(input, 'name');
  const fault = pqcNameFault(pqcKeyFolder, name);
  if (fault !== undefined) throw fault;
  const secret = (await readSecret(input, '24 recovery words, or 32 bytes of seed in hex (not shown): ')).trim();
  const seed = parseSeed(secret) ?? seedOfWords(secret);
  if (seed === undefined)
    throw new CliError('key', 'neither 32 bytes in hex nor 24 English words with a right checksum (BIP-39)');
  const keystore = encryptSeed(seed, await newPassword(input, name));
  storeKey(pqcKeyFolder, name, keystore);
  const key = describePqcKey({ name, keystore });
  return { json: key, text: pqcKeyText(key) };
}
