import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { type Address, addressFromBytes, toBech32 } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { type Decimal, formatDecimal, fromScaled, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import { bytesFromRlp, integerFromRlp } from '../../primitives/rlp/item.ts';
import { bounded } from './bounded.ts';
import { type Codec, CodecError } from './codec.ts';

/** An unsigned amount up to a word; decimal text outside, because JSON numbers are not exact. */
export const amount = bounded(amountOf(32, /^\d{1,78}$/), {
  ...{ unit: '', least: 0n, most: 2n ** 256n - 1n, reason: 'a word of the EVM' },
});

/** The sum of amounts over the life of a chain, which may exceed a word. */
export const sum = bounded(amountOf(64, /^\d{1,155}$/), {
  ...{ unit: '', least: 0n, most: 2n ** 500n, reason: 'what is added to it can still be stored' },
});

/**
 * Refuses to store what would not decode to the same. Every `encode` does: a node that keeps the value in a cache and
 * one that has just started would otherwise disagree.
 */
function unstorable(expectation: string): never {
  throw new CodecError(`must be ${expectation} to be stored`);
}

function amountOf(maxBytes: number, digits: RegExp): Codec<bigint> {
  const most = 1n << BigInt(8 * maxBytes);
  return {
    encode: (value) => (value >= 0n && value < most ? value : unstorable(`a number of ${maxBytes} bytes`)),
    decode: (item) => integerFromRlp(item, maxBytes),
    toPlain: (value) => value.toString(),
    fromPlain: (plain) => {
      if (typeof plain === 'string' && digits.test(plain)) return BigInt(plain);
      throw new CodecError('must be an amount in decimal text');
    },
    schema: { type: 'string', pattern: '^[0-9]+$' },
  };
}

/** Largest number that a document may contain: what a chain adds to it can be stored, and 21 million bitcoin fit. */
export const mostCounted = 2 ** 51;

/** A height, counter, index or duration, a JSON integer outside; stored from 0 to 2^53 - 1. */
const wholeNumber: Codec<number> = {
  encode: (value) => (Number.isSafeInteger(value) && value >= 0 ? value : unstorable('an integer from 0 to 2^53-1')),
  decode: (item) => Number(integerFromRlp(item, 8)),
  toPlain: (value) => value,
  fromPlain: (plain) => {
    if (typeof plain === 'number' && Number.isSafeInteger(plain) && plain >= 0) return plain;
    throw new CodecError('must be an integer from 0 to 2^53-1');
  },
  schema: { type: 'integer', minimum: 0 },
};

export const count = bounded(wholeNumber, {
  ...{ unit: '', least: 0, most: mostCounted, reason: 'what a chain adds to it can still be stored' },
});

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
/** Keeps a byte order mark: a text decodes to itself. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const loneSurrogate = /\p{Surrogate}/u;

/** UTF-8 text; most members that may be empty are. */
export const text: Codec<string> = {
  encode: (value) => {
    if (value === '') return emptyBytes;
    return loneSurrogate.test(value) ? unstorable('text without half of a character') : encoder.encode(value);
  },
  decode: (item) => {
    const bytes = bytesFromRlp(item);
    return bytes.length === 0 ? '' : decoder.decode(bytes);
  },
  toPlain: (value) => value,
  fromPlain: (plain) => {
    if (typeof plain === 'string' && !loneSurrogate.test(plain)) return plain;
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
};

/** An account: `qor1…` outside; any of the three spellings is read. */
export const account: Codec<Address> = {
  encode: (value) => value,
  decode: (item) => addressFromBytes(bytesFromRlp(item, 20)),
  toPlain: (value) => toBech32(value),
  fromPlain: (plain) => {
    try {
      return parseNativeAccountText(String(plain));
    } catch (error) {
      rethrowProcessError(error);
      throw new CodecError('must be an account: 0x…, qor1… or base58');
    }
  },
  schema: { type: 'string' },
};

const wordSize = 1n << 256n;

/** A signed fixed-point number; decimal text outside. */
const fixedPoint: Codec<Decimal> = {
  encode: (value) => {
    const size = value < 0n ? -value : value;
    if (size >= wordSize) return unstorable('a fraction below 10^59');
    return value < 0n ? [size] : value;
  },
  decode: (item) => fromScaled(item instanceof Uint8Array ? integerFromRlp(item) : -integerFromRlp(item[0])),
  toPlain: (value) => formatDecimal(value, 1),
  fromPlain: (plain) => {
    try {
      return parseDecimal(String(plain));
    } catch (error) {
      rethrowProcessError(error);
      throw new CodecError('must be a decimal in text, such as "0.35"');
    }
  },
  schema: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
};

/** 10^18, so that products of two, and sums of many, can be stored. */
const mostFraction = fromScaled(10n ** 36n);

export const fraction = bounded<Decimal>(fixedPoint, {
  ...{ unit: '', least: fromScaled(-(10n ** 36n)), most: mostFraction, reason: 'products with it can be stored' },
});

/** One of a few words, stored by position: new words go to the end. */
export function oneOf<const W extends string>(...words: readonly W[]): Codec<W> {
  const known = (word: W | undefined): W => {
    if (word === undefined) throw new CodecError(`must be one of ${words.join(', ')}`);
    return word;
  };
  return {
    encode: (value) => {
      const at = words.indexOf(value);
      return at < 0 ? unstorable(`one of ${words.join(', ')}`) : at;
    },
    decode: (item) => known(words[Number(integerFromRlp(item, 1))]),
    toPlain: (value) => value,
    fromPlain: (plain) => known(words.find((word) => word === plain)),
    schema: { type: 'string', enum: words },
  };
}
