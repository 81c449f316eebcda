import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { type Address, addressFromBytes, toBech32 } from '../../primitives/address.ts';
import { bytesToBigint } from '../../primitives/bytes.ts';
import { CodecError, type PlainData } from '../codec/codec.ts';
import { mostCounted } from '../codec/scalars.ts';

/** One part of a record's key: a self-delimiting encoding that sorts like the values. */
export type KeyPart<T> = {
  readonly name: string;
  readonly doc: string;
  /** Converts to hex digits without 0x: keys are texts, and so are addresses. */
  readonly toDigits: (value: T) => string;
  /** Decodes the value at the start of the bytes; returns it with its length. */
  readonly decode: (bytes: Uint8Array) => { readonly value: T; readonly size: number };
  readonly toPlain: (value: T) => PlainData;
  /** Throws a CodecError or a RangeError for what is no value of a key. */
  readonly fromText: (text: string) => T;
  /** Whether it is the height of a block of this chain that there is. */
  readonly isBlock?: boolean;
};

/** An account's 20 bytes. */
export function accountKey(name: string, doc: string): KeyPart<Address> {
  return {
    name,
    doc,
    toDigits: (value) => value.slice(2),
    decode: (bytes) => {
      if (bytes.length < 20) throw new CodecError('must have 20 bytes', name);
      return { value: addressFromBytes(bytes.slice(0, 20)), size: 20 };
    },
    toPlain: (value) => toBech32(value),
    fromText: parseNativeAccountText,
  };
}

/**
 * A height, index or id: 8 bytes, so that listing goes up. A document may contain `most`: the next number can be stored,
 * too.
 */
export function numberKey(name: string, doc: string, most = mostCounted): KeyPart<number> {
  return {
    name,
    doc,
    toDigits: (value) => numberWithin(name, value).toString(16).padStart(16, '0'),
    decode: (bytes) => ({ value: Number(bytesToBigint(bytes.subarray(0, 8))), size: 8 }),
    toPlain: (value) => value,
    fromText: (text) => {
      const value = numberWithin(name, text.trim() === '' ? Number.NaN : Number(text));
      if (value <= most) return value;
      throw new CodecError(`must be at most ${most}`, name);
    },
  };
}

/** The height of a block of this chain in which the row was written. */
export function blockKey(name: string, doc: string): KeyPart<number> {
  return { ...numberKey(name, doc), isBlock: true };
}

function numberWithin(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new CodecError('must be an integer from 0 to 2^53-1', name);
}

/** Longest text in a key, in UTF-8 bytes: with two of them a key stays below the store's limit of 255. */
const maxTextKeyBytes = 100;

/** A text id as the last part of a key, which needs no length: so rows are in the order of the texts. */
export function lastTextKey(name: string, doc: string): KeyPart<string> {
  const { toDigits, ...rest } = textKey(name, doc);
  return {
    ...rest,
    toDigits: (value) => toDigits(value).slice(2),
    decode: (bytes) => ({ value: textOf(bytes), size: bytes.length }),
  };
}

/** A text id, at most `maxTextKeyBytes` long: its length in one byte, then the text. */
export function textKey(name: string, doc: string): KeyPart<string> {
  return {
    name,
    doc,
    toDigits: (value) => {
      const bytes = bytesOf(name, value);
      return bytes.length.toString(16).padStart(2, '0') + bytes.toString('hex');
    },
    decode: (bytes) => {
      const size = 1 + (bytes[0] ?? 0);
      return { value: textOf(bytes.subarray(1, size)), size };
    },
    toPlain: (value) => value,
    fromText: (text) => {
      bytesOf(name, text); // refuses what no key can hold
      return text;
    },
  };
}

function bytesOf(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > maxTextKeyBytes) throw new CodecError(`must have at most ${maxTextKeyBytes} bytes`, name);
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
