import { emptyBytes, equalBytes } from '../../primitives/bytes.ts';
import { isObject } from '../../primitives/objects.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { listFromRlp, type RlpInput } from '../../primitives/rlp/item.ts';
import { type Codec, CodecError, type DecodedBy, within } from './codec.ts';

/** RLP of no bytes. */
const emptyItem = encodeRlp(emptyBytes);

type Struct<M extends { readonly [name: string]: unknown }> = { readonly [name in keyof M]: DecodedBy<M[name]> };

/** Named members in a fixed order; unknown members are rejected. */
// biome-ignore lint/suspicious/noExplicitAny: a codec is invariant, so only any lets every codec stand here
export function struct<const M extends { readonly [name: string]: Codec<any> }>(members: M): Codec<Struct<M>> {
  const names = Object.keys(members);
  const codecOf = (name: string): Codec<unknown> => {
    const codec = Object.hasOwn(members, name) ? members[name] : undefined;
    if (codec === undefined) throw new CodecError('is not known', name);
    return codec;
  };
  const entries = Object.entries(members);
  const laterMembers = entries.length - (1 + entries.findLastIndex(([, { isLater }]) => isLater !== true));
  const build = (memberOf: (codec: Codec<unknown>, name: string, at: number) => unknown): Struct<M> => {
    const built: Record<string, unknown> = {};
    let at = 0;
    for (const [name, codec] of entries) built[name] = memberOf(codec, name, at++);
    return built as Struct<M>;
  };
  return {
    encode: (value) =>
      withoutEmptyEnd(
        entries.map(([name, codec]) => codec.encode(value[name])),
        laterMembers,
      ),
    decode: (item) => {
      const items = listFromRlp(item);
      return build((codec, _, at) => codec.decode(items[at] ?? emptyBytes));
    },
    toPlain: (value) => Object.fromEntries(names.map((name) => [name, codecOf(name).toPlain(value[name])])),
    fromPlain: (plain) => {
      const record = plainObject(plain);
      for (const name of Object.keys(record)) codecOf(name);
      return build((codec, name) => within(name, () => codec.fromPlain(record[name])));
    },
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, codecOf(name).schema])),
      required: names,
      additionalProperties: false,
    },
  };
}

/** A list of any number of values. */
export function list<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    encode: (values) => values.map(item.encode),
    decode: (encoded) => listFromRlp(encoded).map(item.decode),
    toPlain: (values) => values.map(item.toPlain),
    fromPlain: (plain) => {
      if (!Array.isArray(plain)) throw new CodecError('must be a list');
      return plain.map((entry: unknown, at) => within(`[${at}]`, () => item.fromPlain(entry)));
    },
    schema: { type: 'array', items: item.schema },
  };
}

/** The same value, which plain data may omit: for documents that are older than the member. */
export function withFallback<T>(codec: Codec<T>, fallback: T): Codec<T> {
  return { ...codec, fromPlain: (plain) => (plain === undefined ? fallback : codec.fromPlain(plain)) };
}

/**
 * A last member of rows that exist already, whose value was as if it were empty: they keep their bytes, so that a genesis
 * document results in the block that it has always resulted in. Documents may omit it.
 */
export function laterMember<T>(codec: Codec<T>): Codec<T> {
  return { ...withFallback(codec, codec.decode(emptyBytes)), isLater: true };
}

/** The items but the empty ones among the last `count`, up to one that is not. */
function withoutEmptyEnd(items: RlpInput[], count: number): RlpInput[] {
  for (let left = count; left > 0 && isEmpty(items.at(-1)); left--) items.pop();
  return items;
}

function isEmpty(item: RlpInput | undefined): boolean {
  return item !== undefined && equalBytes(encodeRlp(item), emptyItem);
}

/** Plain data as an object. Throws a CodecError for anything else. */
export function plainObject(plain: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(plain)) throw new CodecError('must be an object');
  return plain;
}
