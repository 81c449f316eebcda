import { isObject } from '../../primitives/objects.ts';
import type { Schema } from '../codec/codec.ts';

/**
 * What the fields of a response are. Whoever builds on a figure must know whether it moves by itself, steers something,
 * or is only stated. The schema of each field carries it as `x-figure` and `x-reason`; the OpenRPC document and the
 * module pages show it.
 */
const figureKinds = ['measured', 'attested', 'parameter', 'parameter without effect'] as const;
type FigureKind = (typeof figureKinds)[number];

/** A field of a response. `kind` is undefined when it is not declared. */
type Figure = {
  /** `config.risk_threshold`; members of list items without an index */
  readonly path: string;
  readonly kind: FigureKind | undefined;
  readonly reason: string | undefined;
  readonly description: string | undefined;
};

/** Schemas of fields. */
export const text = { type: 'string' };
export const integer = { type: 'integer', minimum: 0 };
export const flag = { type: 'boolean' };
export const oneOfTexts = (choices: readonly string[]): Schema => ({ ...text, enum: choices });
export const listOf = (items: Schema, description?: string): Schema => described({ type: 'array', items }, description);
export const objectOf = (properties: Readonly<Record<string, Schema>>, more?: Schema): Schema => ({
  type: 'object',
  ...more,
  properties,
});

/** Is read or computed from the state of the chain. */
export const measured = (schema: Schema, description?: string) =>
  marked(described(schema, description), { 'x-figure': 'measured' });

/** Is said by somebody, whom `reason` names, and not checked on this chain. */
export const attested = (reason: string, schema: Schema, description?: string) =>
  marked(described(schema, description), { 'x-figure': 'attested', 'x-reason': reason });

/** Is set by genesis, the authority, the operator or the creator of the record, and controls something. */
export const parameter = (schema: Schema, description?: string) =>
  marked(described(schema, description), { 'x-figure': 'parameter' });

/** Is stated, but nothing in this version depends on it; `reason` says why. */
export const withoutEffect = (reason: string, schema: Schema, description?: string) =>
  marked(described(schema, description), { 'x-figure': 'parameter without effect', 'x-reason': reason });

/** The same for several fields. */
export function each<N extends string>(names: readonly N[], field: Schema | ((name: N) => Schema)) {
  return Object.fromEntries(names.map((name) => [name, typeof field === 'function' ? field(name) : field]));
}

function described(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : { ...schema, description };
}

/** The schema with the mark at each field that has none: the field itself or, of an object or a list, those in it. */
function marked(schema: Schema, mark: { readonly 'x-figure': FigureKind; readonly 'x-reason'?: string }): Schema {
  const members = membersOf(schema);
  if (members !== undefined)
    return { ...schema, properties: Object.fromEntries(members.map(([name, member]) => [name, marked(member, mark)])) };
  const items = itemsOf(schema);
  if (items !== undefined) return { ...schema, items: marked(items, mark) };
  return 'x-figure' in schema ? schema : { ...schema, ...mark };
}

/** Every field of a response, in order. */
export function figuresOf(schema: Schema, path = ''): readonly Figure[] {
  const members = membersOf(schema);
  if (members !== undefined)
    return members.flatMap(([name, member]) => figuresOf(member, path === '' ? name : `${path}.${name}`));
  const items = itemsOf(schema);
  if (items !== undefined) return figuresOf(items, path);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const kind = figureKinds.find((known) => known === schema['x-figure']);
  return [{ path, kind, reason: textOf(schema['x-reason']), description: textOf(schema.description) }];
}

/** Names and schemas of the members of an object. */
function membersOf({ properties }: Schema): readonly (readonly [name: string, schema: Schema])[] | undefined {
  if (!isObject(properties)) return undefined;
  return Object.entries(properties).map(([name, schema]) => [name, isObject(schema) ? schema : {}]);
}

/** The schema of the items of a list of objects; a list of plain values is one field. */
function itemsOf({ items }: Schema): Schema | undefined {
  return isObject(items) && membersOf(items) !== undefined ? items : undefined;
}
