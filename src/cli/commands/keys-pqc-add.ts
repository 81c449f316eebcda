import { wordsOfSeed } from '../../primitives/crypto/mnemonic.ts';
import { randomBytes } from '../../primitives/machine.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { storeKey } from '../keys/key-folder.ts';
import { newPassword } from '../keys/password.ts';
import { pqcNameFault } from '../keys/pqc-folder.ts';
import { encryptSeed } from '../keys/pqc-keystore.ts';
import { describePqcKey, pqcKeyText } from '../keys/pqc-report.ts';

/** Makes a new post-quantum key. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { pqcKeyFolder } = homeOf(input);
  const name = requiredArgument(input, 'name');
  const fault = pqcNameFault(pqcKeyFolder, name);
  if (fault !== undefined) throw fault;
  const password = await newPassword(input, name);
  const seed = randomBytes(32);
  const keystore = encryptSeed(seed, password);
  storeKey(pqcKeyFolder, name, keystore);
  const key = describePqcKey({ name, keystore });
  const mnemonic = wordsOfSeed(seed);
  const hint = 'Write these words down and keep them secret. They are not stored, and they alone restore the key:';
  return { json: { ...key, mnemonic }, text: [pqcKeyText(key), '', hint, mnemonic].join('\n') };
}
