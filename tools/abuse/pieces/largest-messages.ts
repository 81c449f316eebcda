import { base58 } from '@scure/base';
import type { Schema } from '#qord/testing/interfaces/json-schema.ts';
import { type Described, type DialectName, ruleOf } from '../requests/schema-rules.ts';
import type { Writer } from '../requests/writer.ts';

/** Characters of a message: a little less than `max-body-size`. */
const messageCharacters = 5_000_000;
/** Values of a message: a little less than `max-request-values`. */
const mostValues = 190_000;
/** Places of one schema that are filled: unions of unions have the same place often. */
const mostPlaces = 12;

/**
 * For each text, list and map that a method takes, one message in which it is as long as a request may be, and all else
 * is as in an ordinary request. Of lists with a maximum it is the longest that is accepted.
 */
export function largestMessages(writer: Writer, { name, params }: Described, dialect: DialectName): readonly string[] {
  return params.flatMap((param, index) =>
    largestValues(param.schema, shortTextOf(dialect, param.name)).map((value) => {
      const before = params.slice(0, index).map((each) => ruleOf(dialect, name, each)(writer));
      const after = params.slice(index + 1).filter(({ required }) => required);
      const values = [...before, value, ...after.map((each) => ruleOf(dialect, name, each)(writer))];
      return `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(name)},"params":[${values.join()}]}`;
    }),
  );
}

/** A short text that is accepted in most places: in the SVM interface a key, or a signature in lists of them. */
function shortTextOf(dialect: DialectName, param: string): string {
  if (dialect !== 'svm') return '0x1';
  return base58.encode(new Uint8Array(/signature/i.test(param) ? 64 : 32).fill(1));
}

/** Values of a schema, each with one place filled; JSON texts without doubles. */
function largestValues(schema: Schema, short: string): readonly string[] {
  return [...new Set(filled(schema, 0, short))].slice(0, mostPlaces);
}

function* filled(schema: Schema, depth: number, short: string): Iterable<string> {
  const { anyOf = [], oneOf = [], type, items, properties, additionalProperties, propertyNames } = schema;
  if (depth > 5) return;
  for (const each of [...anyOf, ...oneOf]) yield* filled(each, depth + 1, short);
  if (type === 'string') yield filledText(schema);
  if (type === 'array') {
    yield filledList(schema.maxItems, simplest(items ?? {}, short));
    for (const item of filled(items ?? {}, depth + 1, short)) yield `[${item}]`;
  }
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  if (others !== undefined) {
    yield filledMap(propertyNames ?? { type: 'string' }, simplest(others, short));
    for (const value of filled(others, depth + 1, short))
      yield `{${simplest(propertyNames ?? { type: 'string' }, short)}:${value}}`;
  }
  for (const [name, member] of Object.entries(properties ?? {}))
    for (const value of filled(member, depth + 1, short)) yield objectWith(schema, name, value, short);
}

function filledText({ pattern }: Schema): string {
  const length = messageCharacters - 2_000;
  const isHex = pattern !== undefined && !/\{\d+\}/.test(pattern);
  return isHex ? `"0x${'5b'.repeat(length / 2 - 1)}"` : `"${'x'.repeat(length)}"`;
}

function filledList(most: number | undefined, item: string): string {
  const fitting = Math.floor(messageCharacters / (item.length + 1)) - 100;
  const length = Math.min(most ?? fitting, Math.floor(mostValues / valuesOf(item)), fitting);
  return `[${Array(length).fill(item).join()}]`;
}

/** The names are numbers of as many digits as the pattern of names wants, or few. */
function filledMap({ pattern }: Schema, value: string): string {
  const digits = Number(pattern?.match(/\{(\d+)\}/)?.[1] ?? 40);
  const fitting = Math.floor(messageCharacters / (value.length + digits + 6)) - 100;
  const length = Math.min(Math.floor(mostValues / (1 + valuesOf(value))), fitting);
  const name = (index: number) => `"0x${index.toString(16).padStart(digits, '0')}"`;
  return `{${Array.from({ length }, (_, index) => `${name(index)}:${value}`).join()}}`;
}

/** What a JSON text counts as in `max-request-values`, as an item. */
function valuesOf(text: string): number {
  return 1 + (text.match(/[,:[{]/g)?.length ?? 0);
}

/** A short value of a schema, whose texts without a pattern are `short`. */
function simplest(schema: Schema, short: string): string {
  const { anyOf, oneOf, type, pattern, enum: words, minimum = 0 } = schema;
  const first = (anyOf ?? oneOf)?.[0];
  if (first !== undefined) return simplest(first, short);
  if (words !== undefined) return JSON.stringify(words[0]);
  if (type === 'object') return objectWith(schema, '', '', short);
  if (type === 'array') return '[]';
  if (type === 'boolean') return 'true';
  if (type === 'integer' || type === 'number') return String(minimum);
  const digits = pattern?.match(/\{(\d+)\}/)?.[1];
  return digits === undefined ? JSON.stringify(short) : `"0x${'1'.padStart(Number(digits), '0')}"`;
}

/** An object with its required members and one more. */
function objectWith({ properties = {}, required = [] }: Schema, name: string, value: string, short: string): string {
  const others = required
    .filter((each) => each !== name)
    .map((each) => [each, simplest(properties[each] ?? {}, short)]);
  const members = name === '' ? others : [...others, [name, value]];
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
}
