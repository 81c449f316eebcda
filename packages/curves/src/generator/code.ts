import { Form, type Range } from './form.ts';

/** bits of a limb */
export const limbBits = 28n;

/** A vector of 128 bits in generated code: its name, and what its lanes of 32 or 64 bits can be. */
export type Vector = { readonly name: string; readonly lanes: readonly Form[] };

type Half = 'low' | 'high';

/**
 * Statements of AssemblyScript, and what the lanes of each result can be. A lane that may leave its 32 or 64 bits is a
 * RangeError. Sums of 64 bits may wrap around on the way: they are looked at where they are stored or shifted.
 */
export class Code {
  readonly #lines: string[] = [];
  #names = 0;

  get text(): string {
    return this.#lines.map((line) => `  ${line}\n`).join('');
  }

  /** A vector that is given: what lies in memory. */
  define(expression: string, lanes: readonly Form[]): Vector {
    const name = `w${this.#names++}`;
    this.#lines.push(`const ${name} = ${expression};`);
    return { name, lanes };
  }

  add32(a: Vector, b: Vector): Vector {
    return this.define(`i32x4.add(${a.name}, ${b.name})`, narrow(each(a, b, (x, y) => x.plus(y))));
  }

  subtract32(a: Vector, b: Vector): Vector {
    return this.define(`i32x4.sub(${a.name}, ${b.name})`, narrow(each(a, b, (x, y) => x.minus(y))));
  }

  negate32(a: Vector): Vector {
    return this.define(`i32x4.neg(${a.name})`, narrow(a.lanes.map((lane) => Form.constant(0n).minus(lane))));
  }

  /** The lanes at four places: 0 to 3 in `a`, 4 to 7 in `b`. */
  shuffle32(a: Vector, b: Vector, ...places: readonly number[]): Vector {
    const both = [...a.lanes, ...b.lanes];
    const lanes = places.map((place) => both[place] ?? Form.constant(0n));
    return this.define(`i32x4.shuffle(${a.name}, ${b.name}, ${places.join(', ')})`, lanes);
  }

  /** Products of lanes 0 and 1 (`low`) or 2 and 3 (`high`), of 64 bits. */
  multiply(a: Vector, b: Vector, half: Half): Vector {
    const at = half === 'low' ? 0 : 2;
    const lanes = each({ ...a, lanes: a.lanes.slice(at, at + 2) }, { ...b, lanes: b.lanes.slice(at, at + 2) }, (x, y) =>
      x.times(y),
    );
    return this.define(`i64x2.extmul_${half}_i32x4_s(${a.name}, ${b.name})`, lanes);
  }

  /** The sum of vectors of 64-bit lanes in their order, without those that are undefined. */
  sum64(first: Vector | undefined, ...others: readonly (Vector | undefined)[]): Vector {
    let total = first;
    for (const vector of others) {
      if (vector === undefined) continue;
      const before: Vector | undefined = total;
      total =
        before === undefined
          ? vector
          : this.define(
              `i64x2.add(${before.name}, ${vector.name})`,
              each(before, vector, (x, y) => x.plus(y)),
            );
    }
    if (total === undefined) throw new RangeError('a sum of nothing');
    return total;
  }

  /** What is above the lowest 28 bits of sums from 0 to 2^64 - 1. */
  shift64(a: Vector, name: string): Vector {
    const lanes = a.lanes.map(({ range }, i) => {
      const [low, high] = within(range, 0n, 1n << 64n, 'a sum that is shifted');
      return Form.variable(`${name}.${i}`, [low >> limbBits, high >> limbBits]);
    });
    return this.define(`i64x2.shr_u(${a.name}, ${limbBits})`, lanes);
  }

  /** The lowest 28 bits of sums to which half of a limb was added; `storeLimbs` takes that away again. */
  mask64(a: Vector, name: string): Vector {
    const lanes = a.lanes.map((_, i) => Form.variable(`${name}.${i}`, limb));
    return this.define(`v128.and(${a.name}, MASK_OF_SUM)`, lanes);
  }

  /** The lowest limbs of two sums, each twice: (x, y, x, y); `isNegated`: of the sums divided by -p. */
  digits(sum: Vector, name: string, isNegated: boolean): Vector {
    const lanes = [0, 1, 0, 1].map((i) => Form.variable(`${name}.${i}`, limb));
    const low = `i32x4.shuffle(${sum.name}, ${sum.name}, 0, 2, 0, 2)`;
    return this.define(`v128.and(${isNegated ? `i32x4.mul(${low}, NEGATED_INVERSE)` : low}, MASK)`, lanes);
  }

  /** Puts two sums into memory, of 63 bits and a sign. */
  store64(place: string, offset: number, a: Vector): void {
    for (const { range } of a.lanes) within(range, -(1n << 63n), 1n << 63n, 'a sum that is stored');
    this.#lines.push(`v128.store(${place}, ${a.name}, ${offset});`);
  }

  /** Puts the lower halves of four sums into memory, less half of a limb each, but for those of the last limb. */
  storeLimbs(place: string, offset: number, a: Vector, b: Vector, isLast: boolean): void {
    const limbs = `i32x4.shuffle(${a.name}, ${b.name}, 0, 2, 4, 6)`;
    const half = isLast ? 'HALF_BUT_LAST' : 'HALF';
    this.#lines.push(`v128.store(${place}, i32x4.sub(${limbs}, ${half}), ${offset});`);
  }
}

const limb: Range = [0n, (1n << limbBits) - 1n];

function each(a: Vector, b: Vector, combine: (x: Form, y: Form) => Form): readonly Form[] {
  return a.lanes.map((lane, i) => combine(lane, b.lanes[i] ?? Form.constant(0n)));
}

function narrow(lanes: readonly Form[]): readonly Form[] {
  for (const { range } of lanes) within(range, -(1n << 31n), 1n << 31n, 'a limb');
  return lanes;
}

/** The range, which has to lie from `least` to below `end`. */
function within(range: Range, least: bigint, end: bigint, what: string): Range {
  const [low, high] = range;
  if (low < least || high >= end) throw new RangeError(`${what} may be ${low} to ${high}`);
  return range;
}
