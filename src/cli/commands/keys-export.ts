import { toHex } from '../../primitives/hex.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { findKey } from '../keys/key-folder.ts';
import { decryptKey } from '../keys/keystore.ts';
import { currentPassword } from '../keys/password.ts';

/** Prints a key: encrypted as it is stored, or raw. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { name, keystore } = findKey(homeOf(input).keyFolder, requiredArgument(input, 'name'));
  if (!input.switches.has('private-key')) return { json: keystore, text: JSON.stringify(keystore, undefined, 2) };
  const privateKey = toHex(decryptKey(keystore, await currentPassword(input, name)));
  return { json: { name, privateKey }, text: privateKey };
}
