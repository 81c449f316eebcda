import { mlDsaKeys, mlDsaSizes } from '@qord/curves/ml-dsa';
import * as z from 'zod';
import { fromHex, type Hex, isHex, toHex } from '../../primitives/hex.ts';
import { CliError } from '../exit-codes.ts';
import { decryptSecret, encryptSecret, secretBoxSchema } from './secret-box.ts';

/** The only scheme that modules accept for accounts: level 5, as the chain requires. */
const scheme = 'ml-dsa-87';
const publicKeyDigits = 2 + 2 * mlDsaSizes[scheme].publicKey;

/** An encrypted post-quantum key: the public key in plain text, and its seed of 32 bytes encrypted with a password. */
const pqcKeystoreSchema = z.object({
  scheme: z.literal(scheme),
  publicKey: z
    .string()
    .length(publicKeyDigits)
    .refine((text): text is Hex => isHex(text), 'must be 0x and hex digits'),
  crypto: secretBoxSchema,
});
export type PqcKeystore = z.output<typeof pqcKeystoreSchema>;

/** JSON text → keystore. Throws a CliError on anything else. */
export function parsePqcKeystore(json: string): PqcKeystore {
  const result = pqcKeystoreSchema.safeParse(jsonOrNothing(json));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CliError('key', `not a post-quantum key: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** Encrypts the key that a 32-byte seed makes. */
export function encryptSeed(seed: Uint8Array, password: string): PqcKeystore {
  return { scheme, publicKey: toHex(mlDsaKeys(scheme, seed).publicKey), crypto: encryptSecret(seed, password) };
}

/** Keystore → private key for `signMlDsa`. Throws a CliError on a wrong password. */
export function openPqcKey({ publicKey, crypto }: PqcKeystore, password: string): Uint8Array {
  const made = mlDsaKeys(scheme, decryptSecret(crypto, password));
  if (toHex(made.publicKey) !== publicKey)
    throw new CliError('key', 'the seed in the key file makes another public key');
  return made.privateKey;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** 32 bytes in hex → seed; undefined for other text. */
export function parseSeed(text: string): Uint8Array | undefined {
  const hex = text.startsWith('0x') ? text : `0x${text}`;
  return isHex(hex) && hex.length === 66 ? fromHex(hex) : undefined;
}
