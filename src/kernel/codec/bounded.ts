import { type Decimal, formatDecimal, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { type Codec, CodecError, type PlainData, type Schema } from './codec.ts';

/** What a value may be. A text counts by its bytes in UTF-8, a list by its items. */
export type Bounds<B extends number | bigint> = {
  /** what one of it is, such as `seconds` */
  readonly unit: string;
  readonly least: B;
  readonly most: B;
  /** why no more and no less makes sense */
  readonly reason: string;
};

/** Bounds as a schema shows them, under `x-bounds`. Amounts and fractions are texts, as in the value itself. */
export type PlainBounds = {
  readonly unit: string;
  readonly least: PlainData;
  readonly most: PlainData;
  readonly reason: string;
};

/**
 * The same value, accepted from documents and changes only within bounds, which its schema shows. Rows that are stored
 * already decode without a check, so that bounds can become narrower.
 */
export function bounded<T extends number | bigint>(codec: Codec<T>, bounds: Bounds<NoInfer<T>>): Codec<T> {
  return withBounds(codec, (value) => value, codec.toPlain(bounds.least), codec.toPlain(bounds.most), bounds);
}

/** A text of so many bytes in UTF-8. */
export function boundedText(codec: Codec<string>, least: number, most: number, reason: string): Codec<string> {
  const bounds = { unit: 'bytes', least, most, reason };
  return withBounds(codec, (value) => Buffer.byteLength(value, 'utf8'), least, most, bounds);
}

/** Longest spelling of a decimal: zeros may stand before and behind it. */
const maxDecimalCharacters = 40;

/** A decimal that is kept as its text, in the spelling that somebody chose. */
export function boundedDecimalText(codec: Codec<string>, bounds: Bounds<Decimal>): Codec<string> {
  return withBounds(codec, decimalIn, formatDecimal(bounds.least, 1), formatDecimal(bounds.most, 1), bounds);
}

function decimalIn(text: string): Decimal {
  if (text.length > maxDecimalCharacters) throw new CodecError(`must have at most ${maxDecimalCharacters} characters`);
  try {
    return parseDecimal(text);
  } catch (error) {
    rethrowProcessError(error);
    throw new CodecError('must be a decimal in text, such as "0.35"');
  }
}

/** A list of so many items. */
export function boundedList<T>(
  codec: Codec<readonly T[]>,
  least: number,
  most: number,
  reason: string,
): Codec<readonly T[]> {
  return withBounds(codec, (value) => value.length, least, most, { unit: 'items', least, most, reason });
}

function withBounds<T, B extends number | bigint>(
  codec: Codec<T>,
  sizeOf: (value: T) => B,
  least: PlainData,
  most: PlainData,
  bounds: Bounds<B>,
): Codec<T> {
  const shown: PlainBounds = { unit: bounds.unit, least, most, reason: bounds.reason };
  const isInteger = codec.schema.type === 'integer';
  const { unbounded = codec } = codec;
  return {
    ...codec,
    unbounded,
    fromPlain: (plain) => {
      const value = unbounded.fromPlain(plain);
      const size = sizeOf(value);
      if (size >= bounds.least && size <= bounds.most) return value;
      const range = least === most ? String(least) : `from ${String(least)} to ${String(most)}`;
      throw new CodecError(`must be ${range} ${bounds.unit}`.trimEnd());
    },
    schema: { ...codec.schema, ...(isInteger && { minimum: least, maximum: most }), 'x-bounds': shown },
  };
}

/** Whether the value decodes to itself: what does not must never be stored. Throws a CodecError when it has no encoding. */
export function decodesToItself<T>(codec: Codec<T>, value: T): boolean {
  const stored = codec.decode(decodeRlp(encodeRlp(codec.encode(value))));
  return JSON.stringify(codec.toPlain(stored)) === JSON.stringify(codec.toPlain(value));
}

/** The bounds that a schema declares, each with the path to its value: `milestones[].burn`. */
export function boundsOf(schema: Schema, path = ''): readonly (readonly [path: string, bounds: PlainBounds])[] {
  const { properties = {}, items } = schema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
  };
  const own = schema['x-bounds'] as PlainBounds | undefined;
  return [
    ...(own === undefined ? [] : [[path, own] as const]),
    ...Object.entries(properties).flatMap(([name, member]) => boundsOf(member, path === '' ? name : `${path}.${name}`)),
    ...(items === undefined ? [] : boundsOf(items, `${path}[]`)),
  ];
}
