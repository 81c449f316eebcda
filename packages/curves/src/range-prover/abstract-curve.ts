import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { type Bounds, createBounds, type FieldBounds, type Lane, lane, type Place, unknown } from './bounds.ts';
import { type Columns, difference, extensionColumns, lanesColumns, noColumns, sum, twist } from './column-forms.ts';

const folder = fileURLToPath(new URL('../../assembly', import.meta.url));
const sharedFolder = `${folder}/pairing-curves`;

type Formula = (...places: readonly (number | boolean | symbol)[]) => unknown;

/** The formulas of a curve, to be run on ranges instead of numbers. */
export type AbstractCurve = {
  /** a function of the sources, by its name */
  formula(name: string): Formula;
  /** room for so many elements */
  allocate(elements: number): number;
  set(address: number, place: Place): void;
  get(address: number): Place;
  /** bytes of a place */
  readonly elementBytes: number;
};

/** A curve in assembly: its folder, the files with its formulas, its constants, and the bounds of its field. */
export type CurveSources = {
  readonly name: string;
  readonly files: readonly string[];
  readonly constants: readonly string[];
  readonly field: FieldBounds;
};

/** For generic functions: what their type parameter is. */
export const lanes = Symbol('lanes');
export const extension = Symbol('extension');

/** Two elements of the memory, by address. */
class Places {
  readonly #places = new Map<number, Place>();
  readonly #elementBytes: number;
  #end: number;

  constructor(elementBytes: number) {
    this.#elementBytes = elementBytes;
    this.#end = elementBytes;
  }

  allocate(bytes: number): number {
    const start = this.#end;
    this.#end += Math.ceil(bytes / this.#elementBytes) * this.#elementBytes;
    return start;
  }

  get(address: number): Place {
    const place = this.#places.get(address);
    if (place === undefined) throw new RangeError(`nothing is known of what lies at ${address}`);
    return place;
  }

  set(address: number, place: Place): void {
    this.#places.set(address, place);
  }

  copy(to: number, from: number, bytes: number): void {
    for (let at = 0; at < bytes; at += this.#elementBytes) {
      const place = this.#places.get(from + at);
      if (place !== undefined) this.#places.set(to + at, place);
    }
  }

  clear(to: number, bytes: number): void {
    for (let at = 0; at < bytes; at += this.#elementBytes) this.#places.set(to + at, [zero, zero]);
  }
}

const zero = lane(0, 0);

/** What is replaced by ranges: the field, and what is computed below and above the formulas. */
const replaced = ['generated', 'field', 'encoding', 'subgroup', 'sum-of-products', 'places', 'final-exponentiation'];

/** Reads the sources and runs them with the functions of generated.ts and field.ts replaced by those of bounds.ts. */
export async function openAbstractCurve({ name, files, constants, field }: CurveSources): Promise<AbstractCurve> {
  const elementBytes = 8 * field.limbs;
  const places = new Places(elementBytes);
  const bounds = createBounds(field);
  const { outputFiles } = await build({
    stdin: { contents: files.map((file) => `export * from './${file}'`).join(';'), resolveDir: sharedFolder },
    bundle: true,
    write: false,
    format: 'cjs',
    plugins: [sourcesOf(name)],
  });
  const functions = {
    ...linear(places, bounds),
    ...products(places, bounds),
    ...columnFunctions(places, bounds, field.twist),
    ...rest(places, constants, elementBytes),
  };
  const run = new Function('module', 'memory', 'isFloat', 'lanes', 'extension', 'abstract', outputFiles[0]?.text ?? '');
  const module = { exports: {} as Record<string, Formula> };
  const memory = {
    data: (bytes: number | readonly unknown[]) => places.allocate(typeof bytes === 'number' ? bytes : elementBytes),
    copy: (to: number, from: number, bytes: number) => places.copy(to, from, bytes),
    fill: (to: number, _: number, bytes: number) => places.clear(to, bytes),
    size: () => 16,
    grow: () => 16,
  };
  run(module, memory, (type: symbol) => type === extension, lanes, extension, functions);
  return {
    formula: (name) => {
      const found = module.exports[name] ?? ((functions as Record<string, unknown>)[name] as Formula | undefined);
      if (found === undefined) throw new RangeError(`no formula ${name}`);
      return found;
    },
    allocate: (elements) => places.allocate(elements * elementBytes),
    set: (address, [x, y]) => places.set(address, [unknown(x.limbs, x.value), unknown(y.limbs, y.value)]),
    get: (address) => places.get(address),
    elementBytes,
  };
}

/**
 * Sources of a curve as esbuild takes them: type parameters as arguments; some modules replaced by the object
 * `abstract`.
 */
function sourcesOf(name: string): Plugin {
  return {
    name: 'sources',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\// }, ({ path }) => {
        const file = path.slice(2);
        if (replaced.includes(file)) return { path: file, namespace: 'abstract' };
        const own = `${folder}/${name}/${file}.ts`;
        return { path: existsSync(own) ? own : `${sharedFolder}/${file}.ts` };
      });
      onLoad({ filter: /.*/, namespace: 'abstract' }, () => ({ contents: 'module.exports = abstract', loader: 'js' }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        contents: withTypeArguments(readFileSync(path, 'utf8')),
        loader: 'ts',
      }));
    },
  };
}

function withTypeArguments(source: string): string {
  const names: Record<string, string> = { F: 'F', Lanes: 'lanes', Extension: 'extension' };
  return source
    .replaceAll('@inline\n', '')
    .replaceAll(
      /(\w)<(F|Lanes|Extension)>\((\)?)/g,
      (_, before, type, end) => `${before}(${names[type]}${end || ', '}`,
    );
}

function linear(places: Places, bounds: Bounds) {
  type Combine = (...values: readonly Place[]) => Place;
  const over =
    (combine: Combine) =>
    (result: number, ...from: readonly number[]) =>
      places.set(result, combine(...from.map((address) => places.get(address))));
  const both =
    (combine: (...values: readonly Lane[]) => Lane): Combine =>
    (...values) => [combine(...values.map(([x]) => x)), combine(...values.map(([, y]) => y))];
  const binary = (combine: (a: Lane, b: Lane) => Lane) => over(both((a = zero, b = zero) => combine(a, b)));
  const unary = (combine: (a: Lane) => Lane) => over(both((a = zero) => combine(a)));
  const pair = (combine: (value: Place) => Place) => over((value = [zero, zero]) => combine(value));
  return {
    add: binary(bounds.add),
    subtract: binary(bounds.subtract),
    negate: unary(bounds.negate),
    copy: unary((a) => a),
    carry: unary(bounds.carry),
    reduce: unary(bounds.reduce),
    double: unary((a) => bounds.add(a, a)),
    swap: pair(([x, y]) => [y, x]),
    spreadX: pair(([x]) => [x, x]),
    spreadY: pair(([, y]) => [y, y]),
    join: over(([x] = [zero, zero], [, y] = [zero, zero]) => [x, y]),
    conjugate: pair(([x, y]) => [x, bounds.negate(y)]),
    twist: pair(bounds.twist),
    sumAndDouble: pair(([x, y]) => [bounds.add(x, y), bounds.add(x, x)]),
    differenceAndLast: pair(([x, y]) => [bounds.subtract(x, y), y]),
  };
}

function products(places: Places, bounds: Bounds) {
  return {
    multiplyLanes: (result: number, left: number, right: number) =>
      places.set(result, bounds.multiplyLanes(places.get(left), places.get(right))),
    squareLanes: (result: number, value: number) => places.set(result, bounds.squareLanes(places.get(value))),
    multiplyExtension: (result: number, left: number, right: number) =>
      places.set(result, bounds.multiplyExtension(places.get(left), places.get(right))),
  };
}

/** Sums of products before they are reduced: see columnSums in scripts/field/field-code.mjs. */
function columnFunctions(places: Places, bounds: Bounds, real: 1 | 9) {
  const known = new Map<number, Columns>();
  const get = (address: number) => known.get(address) ?? noColumns;
  type Addresses = readonly [number, number, number];
  const all = ([a, b, c]: Addresses) => [get(a), get(b), get(c)] as const;
  const setAll = (addresses: Addresses, columns: readonly [Columns, Columns, Columns]) => {
    for (const [i, address] of addresses.entries()) known.set(address, columns[i] ?? noColumns);
  };
  return {
    lanesColumns: (to: number, left: number, right: number) =>
      known.set(to, lanesColumns(places.get(left), places.get(right))),
    extensionColumns: (to: number, left: number, right: number) =>
      known.set(to, extensionColumns(places.get(left), places.get(right))),
    squareColumns: (to: number, value: number) => known.set(to, lanesColumns(places.get(value), places.get(value))),
    subtractColumns: (to: number, left: number, right: number) => known.set(to, difference(get(left), get(right))),
    subtractEightTimes: (to: number, left: number, right: number) =>
      known.set(to, difference(get(left), ...Array.from({ length: 8 }, () => get(right)))),
    packedColumns: (a: number, b: number, c: number) => {
      const [[, s], [dx, dy], [x, y]] = [sum(get(a), get(b)), difference(get(a), get(b)), get(c)];
      known.set(a, [s, sum([x, x], [y, y])[0]]);
      known.set(b, [dy, dx]);
    },
    addColumns: (to: number, left: number, right: number) => known.set(to, sum(get(left), get(right))),
    reduceColumns: (result: number, from: number) => {
      const [x, y] = get(from);
      places.set(result, [bounds.reduceColumns(x), bounds.reduceColumns(y)]);
    },
    quarticColumns: (x: number, y: number, s: number) => {
      known.set(s, difference(get(s), get(x), get(y)));
      known.set(x, sum(get(x), twist(get(y), real)));
    },
    halvesColumns: (...[c0, c1, c2, aa, bb, cc, ab, ac, bc]: readonly [...Addresses, ...Addresses, ...Addresses]) => {
      const [x, y, z] = all([aa, bb, cc]);
      const third = sum(difference(get(ac), x, z), y);
      const second = sum(difference(get(ab), x, y), twist(z, real));
      setAll([c0, c1, c2], [sum(x, twist(difference(get(bc), y, z), real)), second, third]);
    },
    targetColumns: (...[l0, l1, l2, h0, h1, h2, m0, m1, m2]: readonly [...Addresses, ...Addresses, ...Addresses]) => {
      const [[a, b, c], [d, e, f], [g, h, i]] = [all([l0, l1, l2]), all([h0, h1, h2]), all([m0, m1, m2])];
      setAll([m0, m1, m2], [difference(g, a, d), difference(h, b, e), difference(i, c, f)]);
      setAll([l0, l1, l2], [sum(a, twist(f, real)), sum(b, d), sum(c, e)]);
    },
    squareTargetColumns: (
      ...[l0, l1, l2, h0, h1, h2, m0, m1, m2]: readonly [...Addresses, ...Addresses, ...Addresses]
    ) => {
      const [[a, b, c], [d, e, f], [g, h, i]] = [all([l0, l1, l2]), all([h0, h1, h2]), all([m0, m1, m2])];
      setAll([m0, m1, m2], [sum(g, g), sum(h, h), sum(i, i)]);
      setAll([l0, l1, l2], [sum(a, twist(f, real)), sum(b, d), sum(c, e)]);
    },
  };
}

/** Constants, inverses and predicates; predicates see values that are not zero. */
function rest(places: Places, constants: readonly string[], elementBytes: number) {
  const constant = (elements: number) => {
    const address = places.allocate(elements * elementBytes);
    for (let i = 0; i < elements; i++) places.set(address + i * elementBytes, [lane(0, 1), lane(0, 1)]);
    return address;
  };
  const canonical = (result: number) => places.set(result, [lane(0, 1), lane(0, 1)]);
  const named = ['one', 'unit', ...constants].map((name) => [name, constant(1)] as const);
  return {
    ...Object.fromEntries(named),
    frobeniusFactors: constant(6),
    ELEMENT: elementBytes,
    SEED: 0,
    input: 0,
    invertExtension: canonical,
    invertLanes: canonical,
    zeroLanes: () => 0,
    isZero: () => false,
    spread: (result: number, value: number, lane: number) => {
      const from = places.get(value)[lane === 0 ? 0 : 1];
      places.set(result, [from, from]);
    },
  };
}
