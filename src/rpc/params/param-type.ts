import type { JsonSchema, Param } from '../method.ts';
import { inFrontOf, named, objectOf } from './object.ts';
import { nameOf } from './text.ts';

/**
 * What a parameter, or a part of one, may be: how it is parsed, and the schema that describes it in the OpenRPC
 * document. Both come from one definition, so that they cannot drift apart; `param-types.test.ts` compares them.
 */
export type ParamType<T> = {
  /** JSON → value. Throws a RangeError, or an RpcError where clients expect one. */
  readonly parse: (json: unknown) => T;
  readonly schema: JsonSchema;
};

type OptionalMember<T> = ParamType<T> & { readonly isOptional: true };
type Members = { readonly [name: string]: ParamType<unknown> };

/** The value that a type parses to. */
export type ValueOf<Type> = Type extends ParamType<infer T> ? T : never;

/** A member that may be missing or null, and is undefined then. */
export function optionalMember<T>(type: ParamType<T>): OptionalMember<T | undefined> {
  return { ...type, isOptional: true };
}

/** A member that clients know from other nodes, and that this one refuses, unless it is null. `reason`: a clause */
export function refusedMember(reason: string): ParamType<undefined> & { readonly isOptional: true } {
  const parse = () => {
    throw new RangeError(reason);
  };
  return { parse, schema: { type: 'null', description: reason }, isOptional: true };
}

/** An object with these members; others are ignored. Errors begin with the name of the member. */
export function objectType<M extends Members>(members: M): ParamType<{ readonly [Name in keyof M]: ValueOf<M[Name]> }> {
  const entries = Object.entries(members);
  const required = entries.filter(([, type]) => !isOptional(type)).map(([name]) => name);
  const parsers = entries.map(([name, type]) => ({ name, parse: type.parse, isRequired: !isOptional(type) }));
  // A copy of an object that has all members is made at once: each eth_call parses one.
  const blank: { [name: string]: unknown } = Object.fromEntries(entries.map(([name]) => [name, undefined]));
  return {
    parse: (json) => {
      const object = objectOf(json);
      const values = { ...blank };
      for (const { name, parse, isRequired } of parsers) {
        const value = object[name];
        if (isRequired || (value !== undefined && value !== null)) values[name] = parseNamed(name, parse, value);
      }
      return values as { readonly [Name in keyof M]: ValueOf<M[Name]> };
    },
    schema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, type]) => [name, type.schema])),
      ...(required.length > 0 && { required }),
    },
  };
}

/** Parses a value. What its parser throws comes out with the name in front. */
function parseNamed<T>(name: string, parse: (json: unknown) => T, json: unknown): T {
  try {
    return parse(json);
  } catch (error) {
    throw inFrontOf(name, error);
  }
}

function isOptional(type: ParamType<unknown>): boolean {
  return 'isOptional' in type;
}

/** An object whose member names are data too. Errors begin with the name of the member. */
export function mapType<K, V>(key: ParamType<K>, value: ParamType<V>): ParamType<ReadonlyMap<K, V>> {
  return {
    parse: (json) => {
      const entries = Object.entries(objectOf(json));
      return new Map(entries.map(([name, item]) => named(name, () => [key.parse(name), value.parse(item)])));
    },
    schema: { type: 'object', propertyNames: key.schema, additionalProperties: value.schema },
  };
}

type ListRules = {
  readonly most?: number;
  /** what is thrown for a list that has more items; it is counted before any item is parsed */
  readonly tooMany?: (length: number) => Error;
  /** puts this name and the index of an item in front of what is wrong with it */
  readonly itemName?: (index: number) => string;
};

/** A list of items of one type. */
export function listType<T>(item: ParamType<T>, { most, tooMany, itemName }: ListRules = {}): ParamType<readonly T[]> {
  return {
    parse: (json) => {
      if (!Array.isArray(json)) throw new RangeError(`non-array: ${nameOf(json)}`);
      if (most !== undefined && json.length > most) {
        throw tooMany?.(json.length) ?? new RangeError(`more than ${most} items`);
      }
      if (itemName === undefined) return json.map((each) => item.parse(each));
      return json.map((each, index) => named(itemName(index), () => item.parse(each)));
    },
    schema: { type: 'array', items: item.schema, ...(most !== undefined && { maxItems: most }) },
  };
}

/** One of several types: `choose` selects one by the JSON value; its parser makes the error text. */
export function oneOfTypes<const Types extends readonly ParamType<unknown>[]>(
  types: Types,
  choose: (json: unknown) => ParamType<ValueOf<Types[number]>>,
): ParamType<ValueOf<Types[number]>> {
  return {
    parse: (json) => choose(json).parse(json),
    schema: { anyOf: types.map(({ schema }) => schema) },
  };
}

/** The type, or null, which stands for `fallback`. */
export function orNull<T, F>(type: ParamType<T>, fallback: F): ParamType<T | F> {
  return {
    parse: (json) => (json === null ? fallback : type.parse(json)),
    schema: { anyOf: [type.schema, { type: 'null' }] },
  };
}

/** The type with its value changed. What `change` rejects, `rule` has to say in the schema. */
export function mapValue<T, U>(type: ParamType<T>, change: (value: T) => U, rule: JsonSchema = {}): ParamType<U> {
  return { parse: (json) => change(type.parse(json)), schema: { ...type.schema, ...rule } };
}

/** The same parameter, which requests may also name otherwise. */
export function alsoNamed<T>(param: Param<T>, ...aliases: readonly string[]): Param<T> {
  return { ...param, aliases };
}

/** A required parameter of a type. */
export function paramOf<T>(name: string, description: string, { parse, schema }: ParamType<T>): Param<T> {
  return { name, description, required: true, schema, parse };
}
