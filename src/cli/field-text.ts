import { existsSync } from 'node:fs';
import type { Field } from '../kernel/module-sdk/field.ts';
import type { AbiType } from '../primitives/abi/type.ts';
import type { AbiValue } from '../primitives/abi/value.ts';
import { toBech32 } from '../primitives/address.ts';
import { readGivenFile } from '../primitives/given-file.ts';
import { fromHex, isHex, toHex } from '../primitives/hex.ts';
import { formatQor, parseAmount, weiPerUqor } from '../primitives/units.ts';
import { accountOf } from './input.ts';

/** Text of the command line → value of a call's argument. Throws a RangeError that says how to write it. */
export function parseFieldText({ type, unit }: Pick<Field<unknown>, 'type' | 'unit'>, text: string): AbiValue {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return unit === 'uqor' || unit === 'wei' ? parseAmountIn(unit, text) : parseInteger(text);
    case 'address':
      return accountOf(text);
    case 'bool':
      if (text === 'true' || text === 'on') return true;
      if (text === 'false' || text === 'off') return false;
      throw new RangeError(`not true or false: ${text}`);
    case 'string':
      return text;
    case 'bytes':
      return parseBytes(text);
    case 'fixedBytes':
      return parseFixedBytes(type.size, text);
    case 'array':
      return text === '' ? [] : text.split(',').map((item) => parseFieldText({ type: type.item }, item));
    case 'tuple':
      throw new RangeError('this call cannot be made from the command line; use its Solidity interface');
  }
}

/** Text that describes how the value of a field is written on the command line. */
export function fieldHint({ type, unit, doc }: Field<unknown>): string {
  if (unit === 'uqor' || unit === 'wei') return `${doc}; an amount with its unit, such as 1.5qor`;
  return `${doc}; ${spelling(type)}${unit === undefined ? '' : ` (${unit})`}`;
}

/** A result as text for people. */
export function formatFieldValue({ unit }: Pick<Field<unknown>, 'unit'>, value: AbiValue): string {
  if (typeof value === 'bigint' && unit === 'uqor') return `${value} uqor (${formatQor(value * weiPerUqor)} QOR)`;
  if (typeof value === 'bigint' && unit === 'wei') return `${value} wei (${formatQor(value)} QOR)`;
  if (value instanceof Uint8Array) return toHex(value);
  return Array.isArray(value) ? value.map((item) => formatFieldValue({}, item)).join(', ') : String(value);
}

/** The same for --json: bytes as hex; accounts as qor1…; integers as decimal text. */
export function toJsonValue({ type }: Pick<Field<unknown>, 'type'>, value: AbiValue): unknown {
  if (type.kind === 'address' && typeof value === 'string') return toBech32(accountOf(value));
  if (value instanceof Uint8Array) return toHex(value);
  return typeof value === 'bigint' ? value.toString() : value;
}

function spelling(type: AbiType): string {
  switch (type.kind) {
    case 'uint':
    case 'int':
      return 'a whole number';
    case 'address':
      return 'an account as 0x…, qor1…, base58, or dev0 … dev9';
    case 'bool':
      return 'true or false, on or off';
    case 'string':
      return 'text';
    case 'array':
      return 'a list separated by commas';
    case 'fixedBytes':
      return `${2 * type.size} hex digits, with or without 0x, or a file`;
    default:
      return 'hex digits, with or without 0x, or a file';
  }
}

/**
 * Hex digits with or without 0x, as the explorers of Bitcoin and qor_ methods write them, or a file that holds the
 * bytes, with or without `@`. Throws a RangeError.
 */
export function parseBytes(text: string): Uint8Array {
  if (text.startsWith('@')) return readBytes(text.slice(1));
  const hex = /^0x/i.test(text) ? text : `0x${text}`;
  if (isHex(hex)) return fromHex(hex);
  if (existsSync(text)) return readBytes(text);
  throw new RangeError(`neither hex digits, two to a byte, nor a file: ${text.slice(0, 80)}`);
}

function readBytes(file: string): Uint8Array {
  try {
    return Uint8Array.from(readGivenFile(file));
  } catch (error) {
    throw new RangeError(`cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  }
}

function parseFixedBytes(size: number, text: string): Uint8Array {
  const bytes = parseBytes(text);
  if (bytes.length === size) return bytes;
  throw new RangeError(`takes ${size} bytes, ${2 * size} hex digits, not ${bytes.length} bytes: ${text.slice(0, 80)}`);
}

function parseAmountIn(unit: 'uqor' | 'wei', text: string): bigint {
  const wei = parseAmount(text);
  if (unit === 'wei') return wei;
  if (wei % weiPerUqor !== 0n) throw new RangeError(`${text} is finer than 1 uqor`);
  return wei / weiPerUqor;
}

function parseInteger(text: string): bigint {
  if (/^-?\d{1,78}$/.test(text)) return BigInt(text);
  throw new RangeError(`not a whole number: ${text}`);
}
