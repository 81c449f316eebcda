import { isObject } from '../../../primitives/objects.ts';
import type { JsonSchema, Param } from '../../method.ts';
import { mapValue, type ParamType, type ValueOf } from '../../params/param-type.ts';
import { unknownVariant, wrongType, wrongValue } from './json-type.ts';

/**
 * Types of parameters whose errors have the words of the reference implementation. As in `rpc/params`, a type is a
 * parser and a schema from one definition; `svm-params.test.ts` compares them.
 */

const u64Max = 2n ** 64n - 1n;

export const textType: ParamType<string> = {
  parse: (json) => {
    if (typeof json !== 'string') throw wrongType(json, 'a string');
    return json;
  },
  schema: { type: 'string' },
};

export const booleanType: ParamType<boolean> = {
  parse: (json) => {
    if (typeof json !== 'boolean') throw wrongType(json, 'a boolean');
    return json;
  },
  schema: { type: 'boolean' },
};

export const nullType: ParamType<undefined> = {
  parse: (json) => {
    if (json !== null) throw wrongType(json, 'null');
    return undefined;
  },
  schema: { type: 'null' },
};

/** Unsigned integers of 64 bits. The value is a bigint only where a number would not be exact. */
export const u64Type = unsignedType('u64');
export const usizeType = unsignedType('usize');
export const u8Type = mapValue(unsignedType('u8', 255), Number);

function unsignedType(name: string, maximum?: number): ParamType<number | bigint> {
  return {
    parse: (json) => {
      const isInteger = typeof json === 'bigint' || (typeof json === 'number' && Number.isSafeInteger(json));
      if (!isInteger) throw wrongType(json, name);
      if (json < 0 || json > (maximum ?? u64Max)) throw wrongValue(json, name);
      return json;
    },
    schema: { type: 'integer', minimum: 0, ...(maximum !== undefined && { maximum }) },
  };
}

/** One of a list of words. */
export function wordType<const Word extends string>(words: readonly Word[]): ParamType<Word> {
  return {
    parse: (json) => {
      const text = textType.parse(json);
      for (const word of words) if (word === text) return word;
      throw unknownVariant(text, words);
    },
    schema: { enum: [...words] },
  };
}

/** A list of items of one type. `tooMany` is thrown for more than `max`, before any item is parsed. */
export function listType<T>(
  item: ParamType<T>,
  limit?: { readonly max: number; readonly tooMany: () => Error },
): ParamType<readonly T[]> {
  return {
    parse: (json) => {
      if (!Array.isArray(json)) throw wrongType(json, 'a sequence');
      if (limit !== undefined && json.length > limit.max) throw limit.tooMany();
      return json.map((each) => item.parse(each));
    },
    schema: { type: 'array', items: item.schema, ...(limit !== undefined && { maxItems: limit.max }) },
  };
}

type Members = { readonly [name: string]: ParamType<unknown> };

/** An object whose members are all required. */
export function structType<M extends Members>(members: M): ParamType<{ readonly [Name in keyof M]: ValueOf<M[Name]> }> {
  return {
    parse: (json) => {
      const object = membersOf(json);
      return mapMembers(members, (type, name) => type.parse(object[name])) as {
        readonly [Name in keyof M]: ValueOf<M[Name]>;
      };
    },
    schema: { ...objectSchema(members), required: Object.keys(members) },
  };
}

/** An object with exactly one of the members, whose name says what it holds. */
export function variantType<M extends Members>(
  members: M,
): ParamType<{ [Name in keyof M]: { readonly name: Name; readonly value: ValueOf<M[Name]> } }[keyof M]> {
  const known = Object.keys(members);
  return {
    parse: (json) => {
      const [name = '', ...others] = Object.keys(membersOf(json));
      if (name === '' || others.length > 0) throw wrongValue(json, 'map with a single key');
      const type = Object.hasOwn(members, name) ? members[name] : undefined;
      if (type === undefined) throw unknownVariant(name, known);
      return { name, value: type.parse(membersOf(json)[name]) } as never;
    },
    schema: {
      anyOf: known.map((name) => ({
        ...objectSchema({ [name]: members[name] as ParamType<unknown> }),
        ...onlyMember(name),
      })),
    },
  };
}

const onlyMember = (name: string): JsonSchema => ({ required: [name], additionalProperties: false });

/** The members of an options object; those that are missing or null are undefined. */
export type OptionsOf<M extends Members> = { readonly [Name in keyof M]: ValueOf<M[Name]> | undefined };

/** An object whose members are all optional. */
export function optionsType<M extends Members>(members: M): ParamType<OptionsOf<M>> {
  return {
    parse: (json) => {
      const object = membersOf(json);
      const parse = (type: ParamType<unknown>, name: string) => {
        const member = object[name];
        return member === undefined || member === null ? undefined : type.parse(member);
      };
      return mapMembers(members, parse) as OptionsOf<M>;
    },
    schema: objectSchema(members),
  };
}

function mapMembers(members: Members, change: (type: ParamType<unknown>, name: string) => unknown) {
  return Object.fromEntries(Object.entries(members).map(([name, type]) => [name, change(type, name)]));
}

function objectSchema(members: Members): JsonSchema {
  const properties = Object.entries(members).map(([name, { schema }]) => [name, schema]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function membersOf(json: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(json)) throw wrongType(json, 'a map');
  return json;
}

/** A parameter that may be left out or null; the handler then gets `fallback`. */
export function optionalParam<T, F>(
  name: string,
  description: string,
  { parse, schema }: ParamType<T>,
  fallback: F,
): Param<T | F> {
  const parseOptional = (json: unknown) => (json === undefined || json === null ? fallback : parse(json));
  return { name, description, required: false, parse: parseOptional, schema };
}
