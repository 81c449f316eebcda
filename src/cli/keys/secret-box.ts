import { createCipheriv, createDecipheriv, pbkdf2Sync, scryptSync } from 'node:crypto';
import { scrypt } from '@noble/hashes/scrypt.js';
import { keccak256 } from '@qord/curves/keccak';
import * as z from 'zod';
import { concatBytes, equalBytes } from '../../primitives/bytes.ts';
import { randomBytes } from '../../primitives/machine.ts';
import { CliError } from '../exit-codes.ts';

/**
 * A secret encrypted with a password, in the format of Web3 Secret Storage version 3. Byte strings are hex without 0x.
 */
const hexBytes = z.string().regex(/^(?:0x)?(?:[0-9a-f]{2})*$/i);
const scryptParams = z.object({
  dklen: z.int().min(32).max(64),
  n: z
    .int()
    .min(2)
    .max(2 ** 22),
  r: z.int().min(1).max(64),
  p: z.int().min(1).max(64),
  salt: hexBytes,
});
const pbkdf2Params = z.object({
  dklen: z.int().min(32).max(64),
  c: z.int().min(1).max(10_000_000),
  prf: z.literal('hmac-sha256'),
  salt: hexBytes,
});
const cryptoFields = {
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: hexBytes }),
  ciphertext: hexBytes,
  mac: hexBytes,
};
export const secretBoxSchema = z.discriminatedUnion('kdf', [
  z.object({ ...cryptoFields, kdf: z.literal('scrypt'), kdfparams: scryptParams }),
  z.object({ ...cryptoFields, kdf: z.literal('pbkdf2'), kdfparams: pbkdf2Params }),
]);
type SecretBox = z.output<typeof secretBoxSchema>;

/** Work factor of new files, the same as in ethers: 128 MB and about a third of a second for each guess. */
const scryptCost = { n: 131_072, r: 8, p: 1, dklen: 32 };

/** Encrypts a secret of any length. */
export function encryptSecret(secret: Uint8Array, password: string): SecretBox {
  const kdfparams = { ...scryptCost, salt: toDigits(randomBytes(32)) };
  const derived = deriveScrypt(password, kdfparams);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = concatBytes(cipher.update(secret), cipher.final());
  return {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: toDigits(iv) },
    ciphertext: toDigits(ciphertext),
    kdf: 'scrypt',
    kdfparams,
    mac: toDigits(macOf(derived, ciphertext)),
  };
}

/** Throws a CliError on a wrong password. */
export function decryptSecret(crypto: SecretBox, password: string): Uint8Array {
  const derived =
    crypto.kdf === 'scrypt' ? deriveScrypt(password, crypto.kdfparams) : derivePbkdf2(password, crypto.kdfparams);
  const ciphertext = fromDigits(crypto.ciphertext);
  if (!equalBytes(macOf(derived, ciphertext), fromDigits(crypto.mac))) {
    throw new CliError('key', 'wrong password, or a damaged key file');
  }
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), fromDigits(crypto.cipherparams.iv));
  return concatBytes(decipher.update(ciphertext), decipher.final());
}

function deriveScrypt(password: string, { n, r, p, dklen, salt }: z.output<typeof scryptParams>): Uint8Array {
  const maxmem = 128 * r * (n + p + 4);
  if (maxmem > maxScryptBytes) throw new CliError('key', `the key file requires ${maxmem} bytes of memory: rejected`);
  const secret = password.normalize('NFKC');
  // Early writers chose n beyond what RFC 7914 allows for r = 1; OpenSSL rejects that, noble does not.
  if (r * 16 < 32 && n >= 2 ** (16 * r)) return scrypt(secret, fromDigits(salt), { N: n, r, p, dkLen: dklen });
  return scryptSync(secret, fromDigits(salt), dklen, { N: n, r, p, maxmem });
}

const maxScryptBytes = 2 ** 30;

function derivePbkdf2(password: string, { c, dklen, salt }: z.output<typeof pbkdf2Params>): Uint8Array {
  return pbkdf2Sync(password.normalize('NFKC'), fromDigits(salt), c, dklen, 'sha256');
}

function macOf(derived: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  return keccak256(concatBytes(derived.subarray(16, 32), ciphertext));
}

const toDigits = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const fromDigits = (digits: string): Uint8Array => Buffer.from(digits.replace(/^0x/, ''), 'hex');
