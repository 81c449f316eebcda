import type { Code, Vector } from './code.ts';
import type { Form } from './form.ts';
import { addColumn, at, columnsOf, type Shape, vectorBytes } from './shape.ts';

/*
 * Products as columns, which reduction.ts makes an element of. They are made of blocks of half the limbs by half the
 * limbs, whose factors fit into the registers. What one block leaves for the next goes through memory: V8 orders sums
 * by their results, and would keep the factors of all blocks at once.
 */

type Half = readonly Vector[];
/** Factors, each in all lanes that it is for, and what they are multiplied by. */
type Pair = readonly [factors: readonly Vector[], operand: Half];

/** What is known of the columns of a product, which lie at `columns`; both lanes each. */
export type Columns = readonly (readonly Form[])[];

/** Sums of columns in memory, with what is known of them. */
class Places {
  readonly #known = new Map<string, readonly Form[]>();
  readonly #code: Code;

  constructor(code: Code) {
    this.#code = code;
  }

  keep(place: 'columns' | 'scratch', i: number, vector: Vector): void {
    this.#code.store64(place, vectorBytes * i, vector);
    this.#known.set(`${place}${i}`, vector.lanes);
  }

  load(place: 'columns' | 'scratch', i: number): Vector {
    const lanes = this.#known.get(`${place}${i}`);
    if (lanes === undefined) throw new RangeError(`nothing is kept at ${place}${i}`);
    return this.#code.define(`v128.load(${place}, ${vectorBytes * i})`, lanes);
  }

  known(count: number): Columns {
    return Array.from({ length: count }, (_, i) => this.#known.get(`columns${i}`) ?? []);
  }
}

/** Each lane of one times the same lane of the other. */
export function multiplyLanes(code: Code, shape: Shape, left: Half, right: Half): Columns {
  const [[ll, lh], [rl, rh]] = [halves(code, left), halves(code, right)];
  return karatsuba(code, shape, {
    lower: () => [[rows(code, shape, ll), rl]],
    upper: () => [[rows(code, shape, lh), rh]],
    middle: () => [[rows(code, shape, differences(code, ll, lh)), differences(code, rh, rl)]],
  });
}

/** (a + b·i)(c + d·i): a times (c, d) and b times (-d, c) */
export function multiplyExtension(code: Code, shape: Shape, left: Half, right: Half): Columns {
  const turned = right.map((vector) => code.shuffle32(vector, code.negate32(vector), 5, 0, 7, 2));
  const [[ll, lh], [rl, rh], [tl, th]] = [halves(code, left), halves(code, right), halves(code, turned)];
  const pairs = (factors: Half, operand: Half, other: Half): readonly Pair[] => [
    [ofLane(code, shape, factors, 0), operand],
    [ofLane(code, shape, factors, 1), other],
  ];
  return karatsuba(code, shape, {
    lower: () => pairs(ll, rl, tl),
    upper: () => pairs(lh, rh, th),
    middle: () => pairs(differences(code, ll, lh), differences(code, rh, rl), differences(code, th, tl)),
  });
}

/** Each product of two different limbs once, doubled. */
export function squareLanes(code: Code, shape: Shape, value: Half): Columns {
  const half = shape.limbs / 2;
  const places = new Places(code);
  const [lower, upper] = halves(code, value);
  const triangle = (to: number, operand: Half) => {
    const factors = rows(code, shape, operand);
    const doubled = factors.map((factor) => code.add32(factor, factor));
    for (let k = 0; k < 2 * half - 1; k++) {
      const twice = addColumn(code, k, [[doubled, operand]], { count: half, isUsed: (i, j) => i < j });
      const diagonal = k % 2 === 1 ? undefined : code.multiply(at(factors, k / 2), at(factors, k / 2), 'low');
      places.keep('columns', to + k, code.sum64(twice, diagonal));
    }
    return doubled;
  };
  const doubled = triangle(0, lower);
  triangle(2 * half, upper);
  for (let k = 0; k < 2 * half - 1; k++) {
    const start = k === half - 1 ? {} : { start: places.load('columns', half + k) };
    const sum = addColumn(code, k, [[doubled, upper]], { count: half, ...start });
    places.keep('columns', half + k, code.sum64(sum));
  }
  return places.known(columnsOf(shape));
}

/**
 * (l + h·t)(l' + h'·t) = ll' + hh'·t² + (ll' + hh' + (l - h)(h' - l'))·t: three products of halves instead of four. An
 * eighth less time than without, for elements of 14 limbs.
 */
function karatsuba(
  code: Code,
  shape: Shape,
  blocks: { lower(): readonly Pair[]; upper(): readonly Pair[]; middle(): readonly Pair[] },
): Columns {
  const half = shape.limbs / 2;
  const places = new Places(code);
  const column = (k: number, pairs: readonly Pair[]) => code.sum64(addColumn(code, k, pairs, { count: half }));
  const lower = blocks.lower();
  for (let k = 0; k < 2 * half - 1; k++) places.keep(k < half ? 'columns' : 'scratch', k, column(k, lower));
  const upper = blocks.upper();
  for (let k = 0; k < 2 * half - 1; k++) {
    // what column half + k of the lower product and this one have in common belongs into two places
    if (k < half - 1) places.keep('scratch', k, code.sum64(places.load('scratch', half + k), column(k, upper)));
    else places.keep('columns', 2 * half + k, column(k, upper));
  }
  const middle = blocks.middle();
  for (let k = 0; k < half - 1; k++) {
    const both = places.load('scratch', k);
    const low = code.sum64(column(k, middle), both, places.load('columns', k));
    const high = code.sum64(column(half + k, middle), both, places.load('columns', 3 * half + k));
    places.keep('columns', half + k, low);
    places.keep('columns', 2 * half + k, high);
  }
  const [low, high] = [places.load('columns', half - 1), places.load('columns', 3 * half - 1)];
  places.keep('columns', 2 * half - 1, code.sum64(column(half - 1, middle), low, high));
  return places.known(columnsOf(shape));
}

/** The lower and the upper limbs of an element; of the last vector of each, half is used. */
function halves(code: Code, element: Half): readonly [lower: Half, upper: Half] {
  const middle = (element.length - 1) / 2;
  const upper = element
    .slice(middle)
    .map((vector, k, rest) => code.shuffle32(vector, rest[k + 1] ?? vector, 2, 3, 4, 5));
  return [element.slice(0, middle + 1), upper];
}

function differences(code: Code, a: Half, b: Half): Half {
  return a.map((vector, k) => code.subtract32(vector, at(b, k)));
}

/** Limb i of both lanes, (x, y, x, y), for all limbs of a half. */
function rows(code: Code, shape: Shape, half: Half): readonly Vector[] {
  return Array.from({ length: shape.limbs / 2 }, (_, i) => {
    const from = at(half, i >> 1);
    return i % 2 === 0 ? code.shuffle32(from, from, 0, 1, 0, 1) : code.shuffle32(from, from, 2, 3, 2, 3);
  });
}

/** Limb i of one lane, four times. */
function ofLane(code: Code, shape: Shape, half: Half, lane: 0 | 1): readonly Vector[] {
  return Array.from({ length: shape.limbs / 2 }, (_, i) => {
    const place = 2 * (i % 2) + lane;
    return code.shuffle32(at(half, i >> 1), at(half, i >> 1), place, place, place, place);
  });
}
