import { isObject } from '../../primitives/objects.ts';
import type { Schema } from '../codec/codec.ts';

/**
 * What the fields of a response are. Whoever builds on a figure must know whether it moves by itself, steers something,
 * or is only stated:
 *
 * - `measured`: read or computed from the state of the chain
 * - `attested`: said by somebody who is named in the reason, and not checked on this chain
 * - `parameter`: set by genesis, the authority, the operator or the creator of the record, and it controls something
 * - `parameter without effect`: stated, but nothing in this version depends on it; the reason says why
 *
 * The schema of each field carries it as `x-figure` and `x-reason`; the OpenRPC document and the module pages show it.
 */
const figureKinds = ['measured', 'attested', 'parameter', 'parameter without effect'] as const;
type FigureKind = (typeof figureKinds)[number];

/**
 * Fields by path (`config.risk_threshold`; members of list items without an index). The path of an object is all below
 * it.
 */
type Figures = {
  readonly measured?: readonly string[];
  /** Each with a clause that says who attests it. */
  readonly attested?: Readonly<Record<string, string>>;
  readonly parameters?: readonly string[];
  /** Each with a clause that gives the reason. */
  readonly withoutEffect?: Readonly<Record<string, string>>;
};

/** A field of a response. `kind` is undefined when it is not declared. */
type Figure = {
  readonly path: string;
  readonly kind: FigureKind | undefined;
  readonly reason: string | undefined;
  readonly description: string | undefined;
};

type Mark = { readonly 'x-figure': FigureKind; readonly 'x-reason'?: string };

/** The schema with a mark at each field. Throws a RangeError for a field without a mark or a path without a field. */
export function withFigures(schema: Schema, figures: Figures): Schema {
  const marks = new Map<string, Mark>();
  for (const path of figures.measured ?? []) marks.set(path, { 'x-figure': 'measured' });
  for (const [path, reason] of Object.entries(figures.attested ?? {}))
    marks.set(path, { 'x-figure': 'attested', 'x-reason': reason });
  for (const path of figures.parameters ?? []) marks.set(path, { 'x-figure': 'parameter' });
  for (const [path, reason] of Object.entries(figures.withoutEffect ?? {}))
    marks.set(path, { 'x-figure': 'parameter without effect', 'x-reason': reason });
  const unused = new Set(marks.keys());
  const markAt = (path: string): Mark => {
    for (let prefix = path; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
      const mark = marks.get(prefix);
      if (mark === undefined) continue;
      unused.delete(prefix);
      return mark;
    }
    throw new RangeError(`nothing says what ${path} is`);
  };
  const marked = markFields(schema, '', markAt);
  for (const path of unused) throw new RangeError(`there is no field ${path}`);
  return marked;
}

function markFields(schema: Schema, path: string, markAt: (path: string) => Mark): Schema {
  const members = membersOf(schema);
  if (members !== undefined) {
    const marked = members.map(([name, member]) => {
      const below = path === '' ? name : `${path}.${name}`;
      return [name, markFields(member, below, markAt)] as const;
    });
    return { ...schema, properties: Object.fromEntries(marked) };
  }
  const items = itemsOf(schema);
  if (items !== undefined) return { ...schema, items: markFields(items, path, markAt) };
  return 'x-figure' in schema ? schema : { ...schema, ...markAt(path) };
}

/** Every field of a response, in order. */
export function figuresOf(schema: Schema, path = ''): readonly Figure[] {
  const members = membersOf(schema);
  if (members !== undefined)
    return members.flatMap(([name, member]) => figuresOf(member, path === '' ? name : `${path}.${name}`));
  const items = itemsOf(schema);
  if (items !== undefined) return figuresOf(items, path);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const kind = figureKinds.find((each) => each === schema['x-figure']);
  return [{ path, kind, reason: text(schema['x-reason']), description: text(schema.description) }];
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
