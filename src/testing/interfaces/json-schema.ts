/** The part of JSON Schema that the published interface specifications use. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly contains?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly propertyNames?: Schema;
};

export type Definitions = Readonly<Record<string, Schema>>;

/** Why the value does not match the schema, each reason with its path; empty when it matches. */
export function schemaFaults(value: unknown, schema: Schema, definitions: Definitions, place = '$'): readonly string[] {
  const resolved = resolve(schema, definitions);
  const inner = (sub: Schema) => schemaFaults(value, sub, definitions, place);
  const alternatives = resolved.oneOf ?? resolved.anyOf;
  return [
    ...scalarFaults(value, resolved, place),
    ...childFaults(value, resolved, definitions, place),
    ...(resolved.allOf ?? []).flatMap(inner),
    ...(resolved.not !== undefined && inner(resolved.not).length === 0 ? [`${place}: fits what it must not`] : []),
    ...(alternatives === undefined ? [] : alternativeFaults(alternatives.map(inner), place)),
  ];
}

function resolve(schema: Schema, definitions: Definitions): Schema {
  if (schema.$ref === undefined) return schema;
  const found = definitions[schema.$ref.replace('#/$defs/', '')];
  if (found === undefined) throw new Error(`no definition ${schema.$ref}`);
  return found;
}

/** One matching alternative is enough (anyOf): an empty list matches several in the published schemas. */
function alternativeFaults(faults: readonly (readonly string[])[], place: string): readonly string[] {
  if (faults.some((list) => list.length === 0)) return [];
  return [`${place}: no alternative fits (${faults.map((list) => list.join('; ')).join(' | ')})`];
}

function scalarFaults(
  value: unknown,
  { type, pattern, enum: words, minimum, maximum }: Schema,
  place: string,
): string[] {
  const faults: string[] = [];
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.length > 0 && !types.some((name) => hasType(value, name))) {
    faults.push(`${place}: ${JSON.stringify(value)} is no ${types.join(' or ')}`);
  }
  if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern).test(value)) {
    faults.push(`${place}: ${value} does not match ${pattern}`);
  }
  if (words !== undefined && !words.includes(value))
    faults.push(`${place}: ${String(value)} is none of ${words.join()}`);
  if (typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value))) {
    faults.push(`${place}: ${value} is out of range`);
  }
  return faults;
}

function fits(value: unknown, schema: Schema, definitions: Definitions): boolean {
  return schemaFaults(value, schema, definitions).length === 0;
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function childFaults(value: unknown, schema: Schema, definitions: Definitions, place: string): readonly string[] {
  if (Array.isArray(value)) {
    const { items, contains, minItems = 0, maxItems = value.length } = schema;
    if (value.length < minItems || value.length > maxItems) return [`${place}: has ${value.length} items`];
    const isContained = (item: unknown) => contains === undefined || fits(item, contains, definitions);
    if (contains !== undefined && !value.some(isContained)) return [`${place}: an item is missing`];
    if (items === undefined) return [];
    return value.flatMap((item, index) => schemaFaults(item, items, definitions, `${place}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const { propertyNames, minProperties = 0 } = schema;
  const names = Object.keys(value);
  if (names.length < minProperties) return [`${place}: has ${names.length} members`];
  const missing = (schema.required ?? []).filter((name) => !(name in value));
  return [
    ...(propertyNames === undefined
      ? []
      : names.flatMap((name) => schemaFaults(name, propertyNames, definitions, `${place} ${name}`))),
    ...missing.map((name) => `${place}: ${name} is missing`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const known = schema.properties?.[name];
      if (known !== undefined) return schemaFaults(member, known, definitions, `${place}.${name}`);
      const others = schema.additionalProperties;
      if (others === false) return [`${place}: ${name} is not known`];
      return typeof others === 'object' ? schemaFaults(member, others, definitions, `${place}.${name}`) : [];
    }),
  ];
}
