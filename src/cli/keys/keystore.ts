import * as z from 'zod';
import { type Address, asAddress } from '../../primitives/address.ts';
import { addressOfPrivateKey, isPrivateKey } from '../../primitives/crypto/secp256k1.ts';
import { randomUUID } from '../../primitives/machine.ts';
import { CliError } from '../exit-codes.ts';
import { decryptSecret, encryptSecret, secretBoxSchema } from './secret-box.ts';

/** Web3 Secret Storage, version 3: the encrypted key file of geth, MetaMask and ethers. */
const keystoreSchema = z.object({
  version: z.literal(3),
  id: z.string().optional(),
  address: z.string().optional(),
  crypto: secretBoxSchema,
});

export type Keystore = z.output<typeof keystoreSchema>;

/**
 * JSON text → keystore. Some writers spell the members in other cases (`Crypto`). Throws a CliError on anything else.
 */
export function parseKeystore(json: string): Keystore {
  const result = keystoreSchema.safeParse(lowerCaseMembers(parseJson(json)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CliError('key', `not a version 3 keystore: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** The account that a keystore names. Throws a CliError when it names none. */
export function keystoreAddress({ address = '' }: Keystore): Address {
  const found = asAddress(address.startsWith('0x') ? address : `0x${address}`);
  if (found === undefined) throw new CliError('key', 'the keystore does not name its account: import it again');
  return found;
}

/** Encrypts a 32-byte private key. */
export function encryptKey(privateKey: Uint8Array, password: string): Keystore {
  const address = addressOfPrivateKey(privateKey).slice(2);
  return { version: 3, id: randomUUID(), address, crypto: encryptSecret(privateKey, password) };
}

/** Keystore → 32-byte private key. Throws a CliError on a wrong password. */
export function decryptKey({ crypto }: Keystore, password: string): Uint8Array {
  const privateKey = decryptSecret(crypto, password);
  if (!isPrivateKey(privateKey)) throw new CliError('key', 'the key file contains no secp256k1 private key');
  return privateKey;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError('key', 'not a keystore: the text is not JSON');
  }
}

function lowerCaseMembers(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name.toLowerCase(), lowerCaseMembers(value)]));
}
