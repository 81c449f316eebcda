import { readFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import type { Lane, Place } from './bounds.ts';
import * as bounds from './bounds.ts';

const folder = 'src/primitives/crypto/assembly/bls12-381';

type Formula = (...places: readonly (number | boolean | symbol)[]) => unknown;

/** The formulas of assembly/bls12-381, to be run on ranges instead of numbers. */
export type AbstractCurve = {
  /** a function of the sources, by its name */
  formula(name: string): Formula;
  /** room for so many elements */
  allocate(elements: number): number;
  set(address: number, place: Place): void;
  get(address: number): Place;
};

const elementBytes = 112;

/** For generic functions: what their type parameter is. */
export const lanes = Symbol('lanes');
export const extension = Symbol('extension');

/** Two elements of the memory, by address. */
class Places {
  readonly #places = new Map<number, Place>();
  #end = elementBytes;

  allocate(bytes: number): number {
    const start = this.#end;
    this.#end += Math.ceil(bytes / elementBytes) * elementBytes;
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
    for (let at = 0; at < bytes; at += elementBytes) {
      const place = this.#places.get(from + at);
      if (place !== undefined) this.#places.set(to + at, place);
    }
  }

  clear(to: number, bytes: number): void {
    for (let at = 0; at < bytes; at += elementBytes) this.#places.set(to + at, [zero, zero]);
  }
}

const zero = bounds.lane(0, 0);

/** Reads the sources and runs them with the functions of generated.ts and field.ts replaced by those of bounds.ts. */
export async function openAbstractCurve(): Promise<AbstractCurve> {
  const places = new Places();
  const { outputFiles } = await build({
    stdin: {
      contents: ['curve', 'doublings', 'tower', 'prepared-lines', 'pairing']
        .map((name) => `export * from './${name}'`)
        .join(';'),
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: 'cjs',
    plugins: [
      sourcesFor(['generated', 'field', 'encoding', 'subgroup', 'sum-of-products', 'places', 'final-exponentiation']),
    ],
  });
  const functions = { ...linear(places), ...products(places), ...rest(places) };
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
      const found = module.exports[name];
      if (found === undefined) throw new RangeError(`no formula ${name}`);
      return found;
    },
    allocate: (elements) => places.allocate(elements * elementBytes),
    set: (address, place) => places.set(address, place),
    get: (address) => places.get(address),
  };
}

/** Sources as esbuild takes them: type parameters as arguments; some modules replaced by the object `abstract`. */
function sourcesFor(replaced: readonly string[]): Plugin {
  return {
    name: 'sources',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\// }, ({ path }) => {
        const name = path.slice(2);
        return replaced.includes(name)
          ? { path: name, namespace: 'abstract' }
          : { path: `${process.cwd()}/${folder}/${name}.ts` };
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

function linear(places: Places) {
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
    reduce: unary((a) => bounds.reduced(bounds.carry(a))),
    double: unary((a) => bounds.add(a, a)),
    swap: pair(([x, y]) => [y, x]),
    spreadX: pair(([x]) => [x, x]),
    spreadY: pair(([, y]) => [y, y]),
    join: over(([x] = [zero, zero], [, y] = [zero, zero]) => [x, y]),
    conjugate: pair(([x, y]) => [x, bounds.negate(y)]),
    twist: pair(([x, y]) => [bounds.subtract(x, y), bounds.add(x, y)]),
    sumAndDouble: pair(([x, y]) => [bounds.add(x, y), bounds.add(x, x)]),
    differenceAndLast: pair(([x, y]) => [bounds.subtract(x, y), y]),
  };
}

function products(places: Places) {
  return {
    multiplyLanes: (result: number, left: number, right: number) =>
      places.set(result, bounds.multiplyLanes(places.get(left), places.get(right))),
    squareLanes: (result: number, value: number) => places.set(result, bounds.squareLanes(places.get(value))),
    multiplyExtension: (result: number, left: number, right: number) =>
      places.set(result, bounds.multiplyExtension(places.get(left), places.get(right))),
  };
}

/** Constants, inverses and questions; what is not zero is asked about. */
function rest(places: Places) {
  const constant = (elements: number) => {
    const address = places.allocate(elements * elementBytes);
    for (let i = 0; i < elements; i++) places.set(address + i * elementBytes, [bounds.lane(0, 1), bounds.lane(0, 1)]);
    return address;
  };
  const canonical = (result: number) => places.set(result, [bounds.lane(0, 1), bounds.lane(0, 1)]);
  const names = ['one', 'unit', 'four', 'cubeRoot', 'psiX', 'psiY'].map((name) => [name, constant(1)] as const);
  return {
    ...Object.fromEntries(names),
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
