import type { CommandInput } from '../command.ts';
import { homeOf } from '../input.ts';
import { developmentKey, findKey } from './key-folder.ts';
import { decryptKey } from './keystore.ts';
import { currentPassword } from './password.ts';

/** The private key that --from names: a development account, or a stored key once its password is known. */
export async function privateKeyOf(input: CommandInput): Promise<Uint8Array> {
  const { from = '' } = input.options;
  const known = developmentKey(from);
  if (known !== undefined) return known;
  const { name, keystore } = findKey(homeOf(input).keyFolder, from);
  return decryptKey(keystore, await currentPassword(input, name));
}
