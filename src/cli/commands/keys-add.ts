import { createMnemonic, derivationPath, privateKeyOfMnemonic } from '../../primitives/crypto/mnemonic.ts';
import { addressOfPrivateKey } from '../../primitives/crypto/secp256k1.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { accountIndexOf } from '../keys/account-index.ts';
import { keyNameFault, storeKey } from '../keys/key-folder.ts';
import { describeKey, keyText } from '../keys/key-report.ts';
import { encryptKey } from '../keys/keystore.ts';
import { newPassword } from '../keys/password.ts';

/** Creates a new key from new mnemonic words. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { keyFolder } = homeOf(input);
  const name = requiredArgument(input, 'name');
  const index = accountIndexOf(input);
  const fault = keyNameFault(keyFolder, name);
  if (fault !== undefined) throw fault;
  const password = await newPassword(input, name);
  const mnemonic = createMnemonic();
  const privateKey = privateKeyOfMnemonic(mnemonic, index);
  storeKey(keyFolder, name, encryptKey(privateKey, password));
  const key = describeKey(name, addressOfPrivateKey(privateKey));
  const hint = `Write these words down and keep them secret. They are not stored, and they alone restore the key (${derivationPath(index)}):`;
  return {
    json: { ...key, mnemonic, path: derivationPath(index) },
    text: [keyText(key), '', hint, mnemonic].join('\n'),
  };
}
