import { type Address, asAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { asHash, type Hash } from '../../primitives/hash.ts';
import type { Param } from '../types.ts';
import { hexDigitsOf, nameOf, textOf } from './text.ts';

/** `0x…` of any length → bytes. Throws a RangeError. */
export function parseData(json: unknown): Uint8Array {
  const digits = hexDigitsOf(json);
  if (digits.length % 2 !== 0) throw new RangeError('hex string of odd length');
  return digits === '' ? emptyBytes : new Uint8Array(Buffer.from(digits, 'hex'));
}

/** `0x…` of 20 bytes, in either case → Address. Throws a RangeError. */
export function parseAddressJson(json: unknown): Address {
  return (typeof json === 'string' ? asAddress(json) : undefined) ?? refuseLength(json, 40, 'an address');
}

/** `0x…` of 32 bytes, in either case → Hash. Throws a RangeError. */
export function parseHashJson(json: unknown): Hash {
  return (typeof json === 'string' ? asHash(json) : undefined) ?? refuseLength(json, 64, 'a hash');
}

function refuseLength(json: unknown, want: number, what: string): never {
  const digits = hexDigitsOf(json);
  if (digits.length % 2 !== 0) throw new RangeError('hex string of odd length');
  throw new RangeError(`hex string has length ${digits.length}, want ${want} for ${what}`);
}

export const dataSchema = { type: 'string', pattern: '^0x[0-9a-f]*$' } as const;
export const addressSchema = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } as const;
export const hashSchema = { type: 'string', pattern: '^0x[0-9a-f]{64}$' } as const;

export function dataParam(name: string, description: string): Param<Uint8Array> {
  return { name, description, required: true, schema: dataSchema, parse: parseData };
}

export function addressParam(name: string, description: string): Param<Address> {
  return { name, description, required: true, schema: addressSchema, parse: parseAddressJson };
}

export function hashParam(name: string, description: string): Param<Hash> {
  return { name, description, required: true, schema: hashSchema, parse: parseHashJson };
}

/** A storage slot: up to 32 bytes of hex, short ones filled with zeros on the left. Throws a RangeError. */
export function parseSlot(json: unknown): Hash {
  const text = textOf(json);
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-f]*$/i.test(digits)) throw new RangeError('unable to decode storage key: invalid hex string');
  if (digits.length > 64)
    throw new RangeError('unable to decode storage key: hex string too long, want at most 32 bytes');
  return asHash(`0x${digits.padStart(64, '0')}`) ?? refuse(json);
}

function refuse(json: unknown): never {
  throw new RangeError(`not a storage key: ${nameOf(json)}`);
}

const longestKey = 255;

/** Key of a storage slot or of a module's record: `0x…`, up to 255 bytes, in lower case. Throws a RangeError. */
export function parseRecordKey(json: unknown): string {
  const digits = hexDigitsOf(json).toLowerCase();
  if (digits.length > 2 * longestKey) throw new RangeError(`key has more than ${longestKey} bytes`);
  return `0x${digits}`;
}
