import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { type Address, addressFromBytes, addressToBytes, toBech32 } from '../../primitives/address.ts';
import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../../primitives/bytes.ts';
import { CodecError, type Plain } from '../codec/codec.ts';

/** One part of a record's key: bytes that sort as the values do, and that show where they end. */
export type KeyPart<T> = {
  readonly name: string;
  readonly doc: string;
  readonly encode: (value: T) => Uint8Array;
  /** Reads the value at the start of the bytes and says how many it took. */
  readonly decode: (bytes: Uint8Array) => { readonly value: T; readonly size: number };
  readonly toPlain: (value: T) => Plain;
  readonly fromText: (text: string) => T;
};

/** An account's 20 bytes. */
export function accountKey(name: string, doc: string): KeyPart<Address> {
  return {
    name,
    doc,
    encode: addressToBytes,
    decode: (bytes) => ({ value: addressFromBytes(bytes.slice(0, 20)), size: 20 }),
    toPlain: (value) => toBech32(value),
    fromText: parseNativeAccountText,
  };
}

/** A height, index or id: 8 bytes, so that listing goes up. */
export function numberKey(name: string, doc: string): KeyPart<number> {
  return {
    name,
    doc,
    encode: (value) => bigintToFixedBytes(BigInt(value), 8),
    decode: (bytes) => ({ value: Number(bytesToBigint(bytes.subarray(0, 8))), size: 8 }),
    toPlain: (value) => value,
    fromText: (text) => {
      const value = Number(text);
      if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
        throw new CodecError('must be an integer from 0 to 2^53-1', name);
      }
      return value;
    },
  };
}

/** Longest text in a key, in UTF-8 bytes: with two of them a key stays below the store's limit of 255. */
export const maxTextKeyBytes = 100;

/** A text id, at most `maxTextKeyBytes` long: its length in one byte, then the text. */
export function textKey(name: string, doc: string): KeyPart<string> {
  return {
    name,
    doc,
    encode: (value) => {
      const bytes = new TextEncoder().encode(value);
      if (bytes.length > maxTextKeyBytes) throw new CodecError(`must have at most ${maxTextKeyBytes} bytes`, name);
      return concatBytes(Uint8Array.of(bytes.length), bytes);
    },
    decode: (bytes) => {
      const size = 1 + (bytes[0] ?? 0);
      return { value: new TextDecoder().decode(bytes.subarray(1, size)), size };
    },
    toPlain: (value) => value,
    fromText: (text) => text,
  };
}
