import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { type Address, addressFromBytes, toBech32 } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { type Decimal, formatDecimal, fromScaled, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { bytesFromRlp, integerFromRlp } from '../../primitives/rlp/item.ts';
import { type Codec, CodecError } from './codec.ts';

/** An unsigned amount up to a word; decimal text outside, because JSON numbers are not exact. */
export const amount = amountOf(32, /^\d{1,78}$/);

/** The sum of amounts over the life of a chain, which may exceed a word. */
export const sum = amountOf(64, /^\d{1,155}$/);

function amountOf(maxBytes: number, digits: RegExp): Codec<bigint> {
  return {
    encode: (value) => value,
    decode: (item) => integerFromRlp(item, maxBytes),
    toPlain: (value) => value.toString(),
    fromPlain: (plain) => {
      if (typeof plain === 'string' && digits.test(plain)) return BigInt(plain);
      throw new CodecError('must be an amount in decimal text');
    },
    schema: { type: 'string', pattern: '^[0-9]+$' },
  };
}

/** A height, counter, index or duration: 0 to 2^53 - 1, a JSON integer outside. */
export const count: Codec<number> = {
  encode: (value) => value,
  decode: (item) => Number(integerFromRlp(item, 8)),
  toPlain: (value) => value,
  fromPlain: (plain) => {
    if (typeof plain === 'number' && Number.isSafeInteger(plain) && plain >= 0) return plain;
    throw new CodecError('must be an integer from 0 to 2^53-1');
  },
  schema: { type: 'integer', minimum: 0 },
};

export const flag: Codec<boolean> = {
  encode: (value) => (value ? 1 : 0),
  decode: (item) => integerFromRlp(item, 1) === 1n,
  toPlain: (value) => value,
  fromPlain: (plain) => {
    if (typeof plain === 'boolean') return plain;
    throw new CodecError('must be true or false');
  },
  schema: { type: 'boolean' },
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8 text; most members that may be empty are. */
export const text: Codec<string> = {
  encode: (value) => (value === '' ? emptyBytes : encoder.encode(value)),
  decode: (item) => {
    const bytes = bytesFromRlp(item);
    return bytes.length === 0 ? '' : decoder.decode(bytes);
  },
  toPlain: (value) => value,
  fromPlain: (plain) => {
    if (typeof plain === 'string') return plain;
    throw new CodecError('must be text');
  },
  schema: { type: 'string' },
};

/** Bytes of any length; hex without 0x outside, as the qor_ namespace writes hashes. */
export const blob: Codec<Uint8Array> = {
  encode: (value) => value,
  decode: (item) => bytesFromRlp(item).slice(),
  toPlain: (value) => Buffer.from(value).toString('hex'),
  fromPlain: (plain) => {
    if (typeof plain === 'string' && /^(?:[0-9a-f]{2})*$/i.test(plain))
      return new Uint8Array(Buffer.from(plain, 'hex'));
    throw new CodecError('must be bytes in hex without 0x');
  },
  schema: { type: 'string', pattern: '^([0-9a-f]{2})*$' },
  hasBytes: true,
};

/** An account: `qor1…` outside; any of the three spellings is read. */
export const account: Codec<Address> = {
  encode: (value) => value,
  decode: (item) => addressFromBytes(bytesFromRlp(item)),
  toPlain: (value) => toBech32(value),
  fromPlain: (plain) => {
    try {
      return parseNativeAccountText(String(plain));
    } catch {
      throw new CodecError('must be an account: 0x…, qor1… or base58');
    }
  },
  schema: { type: 'string' },
};

/** A signed fixed-point number; decimal text outside. */
export const fraction: Codec<Decimal> = {
  encode: (value) => (value < 0n ? [-value] : value),
  decode: (item) => fromScaled(item instanceof Uint8Array ? integerFromRlp(item) : -integerFromRlp(item[0])),
  toPlain: (value) => formatDecimal(value, 1),
  fromPlain: (plain) => {
    try {
      return parseDecimal(String(plain));
    } catch {
      throw new CodecError('must be a decimal in text, such as "0.35"');
    }
  },
  schema: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
};

/** One of a few words, stored by position: new words go to the end. */
export function oneOf<const W extends string>(...words: readonly W[]): Codec<W> {
  const known = (word: W | undefined): W => {
    if (word === undefined) throw new CodecError(`must be one of ${words.join(', ')}`);
    return word;
  };
  return {
    encode: (value) => words.indexOf(value),
    decode: (item) => known(words[Number(integerFromRlp(item, 1))]),
    toPlain: (value) => value,
    fromPlain: (plain) => known(words.find((word) => word === plain)),
    schema: { type: 'string', enum: words },
  };
}
