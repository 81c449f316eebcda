import { signMlDsa } from '@qord/curves/ml-dsa';
import { toHex } from '../../primitives/hex.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { parseBytes } from '../field-text.ts';
import { homeOf, parsed, requiredArgument } from '../input.ts';
import { currentPassword } from '../keys/password.ts';
import { findPqcKey } from '../keys/pqc-folder.ts';
import { openPqcKey } from '../keys/pqc-keystore.ts';

/** Signs bytes or text. The same key and message always give the same signature. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { name, keystore } = findPqcKey(homeOf(input).pqcKeyFolder, requiredArgument(input, 'name'));
  const message = parsed(messageOf, requiredArgument(input, 'message'));
  const privateKey = openPqcKey(keystore, await currentPassword(input, name));
  const signature = toHex(signMlDsa(keystore.scheme, privateKey, message));
  return { json: { name, message: toHex(message), signature }, text: signature };
}

function messageOf(text: string): Uint8Array {
  return /^(?:0x|@)/.test(text) ? parseBytes(text) : new TextEncoder().encode(text);
}
