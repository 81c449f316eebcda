import { type Address, asAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { asHash, type Hash } from '../../primitives/hash.ts';
import type { Param } from '../method.ts';
import { type ParamType, paramOf } from './param-type.ts';
import { hexDigitsOf, nameOf, textOf } from './text.ts';

/** `0x…` of any length → bytes. Throws a RangeError. */
export function parseData(json: unknown): Uint8Array {
  const digits = hexDigitsOf(json);
  if (digits.length % 2 !== 0) throw new RangeError('hex string of odd length');
  return digits === '' ? emptyBytes : new Uint8Array(Buffer.from(digits, 'hex'));
}

/** `0x…` of 20 bytes, in either case → Address. Throws a RangeError. */
export function parseAddressJson(json: unknown): Address {
  return (typeof json === 'string' ? asAddress(json) : undefined) ?? rejectLength(json, 40, 'an address');
}

/** `0x…` of 32 bytes, in either case → Hash. Throws a RangeError. */
export function parseHashJson(json: unknown): Hash {
  return (typeof json === 'string' ? asHash(json) : undefined) ?? rejectLength(json, 64, 'a hash');
}

function rejectLength(json: unknown, want: number, what: string): never {
  const digits = hexDigitsOf(json);
  if (digits.length % 2 !== 0) throw new RangeError('hex string of odd length');
  throw new RangeError(`hex string has length ${digits.length}, want ${want} for ${what}`);
}

/** Bytes of any number. */
export const dataType: ParamType<Uint8Array> = {
  parse: parseData,
  schema: { type: 'string', pattern: '^0[xX]([0-9a-fA-F]{2})*$' },
};
export const addressType: ParamType<Address> = {
  parse: parseAddressJson,
  schema: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{40}$' },
};
export const hashType: ParamType<Hash> = {
  parse: parseHashJson,
  schema: { type: 'string', pattern: '^0[xX][0-9a-fA-F]{64}$' },
};

/** Shapes of results, which are always in lower case. */
export const dataSchema = { type: 'string', pattern: '^0x[0-9a-f]*$' } as const;
export const addressSchema = { type: 'string', pattern: '^0x[0-9a-f]{40}$' } as const;
export const hashSchema = { type: 'string', pattern: '^0x[0-9a-f]{64}$' } as const;

/** A parameter of bytes as `0x…`. */
export function dataParam(name: string, description: string): Param<Uint8Array> {
  return paramOf(name, description, dataType);
}

/** A parameter of 20 bytes as `0x…`. */
export function addressParam(name: string, description: string): Param<Address> {
  return paramOf(name, description, addressType);
}

/** A parameter of 32 bytes as `0x…`. */
export function hashParam(name: string, description: string): Param<Hash> {
  return paramOf(name, description, hashType);
}

/** A storage slot: up to 32 bytes of hex, short ones filled with zeros on the left. Throws a RangeError. */
export function parseSlot(json: unknown): Hash {
  const text = textOf(json);
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-f]*$/i.test(digits)) throw new RangeError('unable to decode storage key: invalid hex string');
  if (digits.length > 64)
    throw new RangeError('unable to decode storage key: hex string too long, want at most 32 bytes');
  return asHash(`0x${digits.padStart(64, '0')}`) ?? rejectText(json);
}

function rejectText(json: unknown): never {
  throw new RangeError(`not a storage key: ${nameOf(json)}`);
}

export const slotType: ParamType<Hash> = {
  parse: parseSlot,
  schema: { type: 'string', pattern: '^(0[xX])?[0-9a-fA-F]{0,64}$' },
};

const longestKey = 255;

/** Key of a storage slot or of a module's record: `0x…`, up to 255 bytes, in lower case. Throws a RangeError. */
function parseRecordKey(json: unknown): string {
  const digits = hexDigitsOf(json).toLowerCase();
  if (digits.length > 2 * longestKey) throw new RangeError(`key has more than ${longestKey} bytes`);
  return `0x${digits}`;
}

export const recordKeyType: ParamType<string> = {
  parse: parseRecordKey,
  schema: { type: 'string', pattern: `^0[xX][0-9a-fA-F]{0,${2 * longestKey}}$` },
};
