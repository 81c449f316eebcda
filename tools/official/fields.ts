import * as z from 'zod';
import { asAddress, zeroAddress } from '#qord/primitives/address.ts';
import { asHash, zeroHash } from '#qord/primitives/hash.ts';

/** Values in the format of the official tests, less strict than JSON-RPC (leading zeros, prefixed big integers). */

const bigintMark = /^0x:bigint /;

/** `0x…` of any length, or decimal digits → integer. */
export const integerField = z.string().transform((text, context) => {
  const digits = text.replace(bigintMark, '');
  if (digits === '0x' || digits === '') return 0n;
  if (/^(?:0x[0-9a-f]+|[0-9]+)$/i.test(digits)) return BigInt(digits);
  context.addIssue({ code: 'custom', message: `not an integer: ${text}` });
  return z.NEVER;
});

/** Hex with or without `0x` → bytes. */
export const bytesField = z.string().transform((text, context) => {
  const digits = text.replace(/^0x/, '');
  if (/^(?:[0-9a-f]{2})*$/i.test(digits)) return Uint8Array.from(Buffer.from(digits, 'hex'));
  context.addIssue({ code: 'custom', message: `not bytes: ${text.slice(0, 80)}` });
  return z.NEVER;
});

export const addressField = z.string().transform((text, context) => {
  const address = asAddress(text.startsWith('0x') ? text : `0x${text}`);
  if (address === undefined) context.addIssue({ code: 'custom', message: `not an address: ${text}` });
  return address ?? zeroAddress;
});

/** No text, or `0x`, stands for a creation. */
export const recipientField = z.union([z.enum(['', '0x']).transform(() => undefined), addressField]);

/** An integer of up to 32 bytes as a 32-byte word. */
export const wordField = z.string().transform((text, context) => {
  const word = asHash(`0x${text.replace(/^0x/, '').padStart(64, '0')}`);
  if (word === undefined) context.addIssue({ code: 'custom', message: `not a word: ${text}` });
  return word ?? zeroHash;
});
