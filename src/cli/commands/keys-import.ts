import { isMnemonic, privateKeyOfMnemonic } from '../../primitives/crypto/mnemonic.ts';
import { addressOfPrivateKey, isPrivateKey } from '../../primitives/crypto/secp256k1.ts';
import { normalizeMnemonic } from '../../primitives/development-accounts.ts';
import { asHash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { homeOf, requiredArgument } from '../input.ts';
import { accountIndexOf } from '../keys/account-index.ts';
import { keyNameFault, storeKey } from '../keys/key-folder.ts';
import { describeKey, keyText } from '../keys/key-report.ts';
import { decryptKey, encryptKey, parseKeystore } from '../keys/keystore.ts';
import { currentPassword, newPassword, readSecret } from '../keys/password.ts';

/** Stores a key made elsewhere. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const { keyFolder } = homeOf(input);
  const name = requiredArgument(input, 'name');
  const fault = keyNameFault(keyFolder, name);
  if (fault !== undefined) throw fault;
  const secret = (await readSecret(input, 'Recovery words, or raw key in hex (not shown): ')).trim();
  const { privateKey, password } = secret.startsWith('{')
    ? await openKeystore(input, name, secret)
    : { privateKey: parseSecret(secret, accountIndexOf(input)), password: await newPassword(input, name) };
  storeKey(keyFolder, name, encryptKey(privateKey, password));
  const key = describeKey(name, addressOfPrivateKey(privateKey));
  return { json: key, text: keyText(key) };
}

async function openKeystore(input: CommandInput, name: string, json: string) {
  const keystore = parseKeystore(json);
  const password = await currentPassword(input, name);
  return { privateKey: decryptKey(keystore, password), password };
}

function parseSecret(secret: string, index: number): Uint8Array {
  const raw = asHash(secret.startsWith('0x') ? secret : `0x${secret}`);
  if (raw !== undefined) return checkedKey(fromHex(raw));
  const words = normalizeMnemonic(secret);
  if (isMnemonic(words)) return privateKeyOfMnemonic(words, index);
  throw new CliError(
    'key',
    'neither 32 bytes in hex, nor a keystore, nor 12 to 24 English words with a right checksum (BIP-39)',
  );
}

function checkedKey(bytes: Uint8Array): Uint8Array {
  if (isPrivateKey(bytes)) return bytes;
  throw new CliError('key', 'these 32 bytes are no secp256k1 private key');
}
