import fc from 'fast-check';
import type { Schema } from './json-schema.ts';

/** Values that match few schemas, or nearly match many. */
const unrelatedValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  '0x',
  '0X',
  '0x0',
  '0X1F',
  '0x01',
  '0x1g',
  'latest',
  'x',
  `0x${'Ab'.repeat(20)}`,
  `0x${'00'.repeat(32)}`,
  `0X${'fF'.repeat(32)}`,
  '0x1fffffffffffff',
  '0x20000000000000',
  [],
  [null],
  {},
  { a: 1 },
];

/** Generates JSON values that mostly match a schema and sometimes violate it in one place. */
export function jsonOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fitting(schema), weight: 12 },
    { arbitrary: fc.constantFrom(...unrelatedValues), weight: 1 },
  );
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { type, pattern, enum: words, anyOf, oneOf, minimum = -1000, maximum = 1000 } = schema;
  const alternatives = oneOf ?? (schema.properties === undefined ? anyOf : undefined);
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(jsonOf));
  if (words !== undefined) return fc.constantFrom(...words);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(jsonOf(schema.items ?? schema.contains ?? {}), { maxLength: 5 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(
        fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 2 ** 31 - 1)) }),
        fc.constantFrom(minimum, maximum),
      );
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'string':
      return fc.string();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom(...unrelatedValues);
  }
}

function objectOf({ properties, propertyNames, additionalProperties, required = [] }: Schema): fc.Arbitrary<unknown> {
  if (properties !== undefined) {
    const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, jsonOf(member)]));
    const sparse = fc.subarray(Object.keys(members), { maxLength: Math.min(4, Object.keys(members).length) });
    const known = sparse.chain((names) =>
      fc.record(Object.fromEntries(Object.entries(members).filter(([name]) => [...names, ...required].includes(name)))),
    );
    return fc.oneof(
      { arbitrary: known, weight: 8 },
      { arbitrary: fc.record(members, { requiredKeys: [] }), weight: 1 },
    );
  }
  if (typeof additionalProperties !== 'object') return fc.constantFrom({}, { a: 1 });
  const names = jsonOf(propertyNames ?? { type: 'string' }).map(String);
  return fc.array(fc.tuple(names, jsonOf(additionalProperties)), { maxLength: 3 }).map(Object.fromEntries);
}

/** The value without members that are null where a schema lets them be left out: null stands for a member left out. */
export function withoutNulls(json: unknown, schema: Schema): unknown {
  const schemas = alternativesOf(schema);
  if (Array.isArray(json)) {
    const items = schemas.find((each) => each.items !== undefined)?.items ?? {};
    return json.map((item) => withoutNulls(item, items));
  }
  if (typeof json !== 'object' || json === null) return json;
  const objects = schemas.filter(
    ({ type, properties: some, additionalProperties: more }) => type === 'object' && (some ?? more) !== undefined,
  );
  // of alternatives that are objects, the one that has what the value has
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = objects.find(({ properties: some = {} }) => Object.keys(json).some((name) => Object.hasOwn(some, name))) ??
  objects[0] ??
  {};
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const entries = Object.entries(json)
    .filter(([name, value]) => value !== null || properties[name] === undefined || required.includes(name))
    .map(([name, value]) => [name, withoutNulls(value, properties[name] ?? others)]);
  return Object.fromEntries(entries);
}

/** A schema with all of its alternatives, and theirs. */
function alternativesOf(schema: Schema): readonly Schema[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(alternativesOf)];
}
