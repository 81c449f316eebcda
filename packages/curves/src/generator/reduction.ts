import { type Code, limbBits, type Vector } from './code.ts';
import { Form, type Range } from './form.ts';
import { addColumn, at, limbsOf, type Shape, vectorBytes } from './shape.ts';

/** The initial value of every sum, so that it can be shifted without a sign: 2^63, less the carry of the sum before. */
export const biasOfFirst = 1n << 63n;
export const bias = (1n << 63n) - (1n << (63n - limbBits));
/** With half of a limb, so that limbs of the result lie around 0. */
export const biasOfResult = bias + (1n << (limbBits - 1n));

/** Columns that are cleared at once, and one by one. */
const parts = ({ limbs }: Shape) => ({ early: limbs / 2 - 1, late: limbs / 2 + 1 });

/** The n for which the modulus divides n·2^s - 1, where s are the bits of the columns that are cleared at once. */
export function earlyMultiple(shape: Shape): bigint {
  const shift = Number(limbBits) * parts(shape).early;
  let inverse = 1n; // of -modulus
  for (let known = 1; known < shift; known *= 2)
    inverse = BigInt.asUintN(shift, inverse * (2n + shape.modulus * inverse));
  return (shape.modulus * inverse + 1n) >> BigInt(shift);
}

/**
 * result = columns / R modulo p (Montgomery), with limbs from -2^27 to 2^27 and the sign in the last one: adds
 * multiples of p that clear the lower columns. First, at once, one of n·2^s - 1, whose factor is these columns
 * themselves, which nothing waits for (83 instead of 100 ns for both lanes of BLS12-381); then for each other column
 * one of p. The result lies at most p·(1 + 2^-s) above columns / R, and not below it.
 */
export function reduce(code: Code, shape: Shape, ranges: readonly Range[]): void {
  const { early: first, late: rest } = parts(shape);
  const columns = new ColumnSums(code, ranges);
  const cleared: Vector[] = [];
  for (let i = 0; i < first; i++) {
    const sum = columns.sum(i, []);
    cleared.push(code.digits(sum, `m${i}`, false));
    columns.carry(sum, `c${i}`);
  }
  const numbers = limbsOf(shape, earlyMultiple(shape));
  for (const [from, count] of [
    [0, rest],
    [rest, first],
  ] as const) {
    columns.addAll(first + from, cleared, constants(code, 'early', numbers, from, count), count);
  }
  const digits: Vector[] = [];
  const modulus = limbsOf(shape, shape.modulus);
  const lower = constants(code, 'modulus', modulus, 0, rest);
  for (let i = 0; i < rest; i++) {
    const before = columns.sum(first + i, digits, i, lower, rest);
    const digit = code.digits(before, `m${first + i}`, true);
    digits.push(digit);
    columns.carry(code.sum64(before, code.multiply(digit, at(lower, 0), 'low')), `c${first + i}`);
  }
  columns.addAll(first, digits, lower, rest, rest);
  columns.addAll(first + rest, digits, constants(code, 'modulus', modulus, rest, first), first);
  columns.writeResult(shape.limbs);
}

/** Limbs of a constant from an even one on, as they lie in memory: in both lanes. */
function constants(
  code: Code,
  place: string,
  numbers: readonly bigint[],
  from: number,
  count: number,
): readonly Vector[] {
  return Array.from({ length: count / 2 }, (_, k) => {
    const lanes = [0, 0, 1, 1].map((n) => Form.constant(numbers[from + 2 * k + n] ?? 0n));
    return code.define(`v128.load(${place}, ${8 * from + vectorBytes * k})`, lanes);
  });
}

const biases = { BIAS_OF_FIRST: biasOfFirst, BIAS: bias, BIAS_OF_RESULT: biasOfResult } as const;

/** The columns in memory while they are cleared, and what the last one hands on. */
class ColumnSums {
  readonly #code: Code;
  readonly #known: (readonly Form[])[];
  #carried: Vector | undefined;

  constructor(code: Code, ranges: readonly Range[]) {
    this.#code = code;
    this.#known = ranges.map((range, i) => ['x', 'y'].map((lane) => Form.variable(`T${i}.${lane}`, range)));
  }

  /** Column i with its bias, products and what the column before handed on, which comes last as it is known last. */
  sum(i: number, digits: readonly Vector[], k = 0, operand: readonly Vector[] = [], count = 0): Vector {
    return this.#biased(i, this.#carried === undefined ? 'BIAS_OF_FIRST' : 'BIAS', digits, k, operand, count);
  }

  #biased(
    i: number,
    name: keyof typeof biases,
    digits: readonly Vector[] = [],
    k = 0,
    operand: readonly Vector[] = [],
    count = 0,
  ): Vector {
    const constant = { name, lanes: [biases[name], biases[name]].map(Form.constant) };
    const start = this.#code.sum64(this.#load(i), constant);
    return this.#code.sum64(addColumn(this.#code, k, [[digits, operand]], { start, count }), this.#carried);
  }

  /** Carries what exceeds a limb to the next. */
  carry(sum: Vector, name: string): void {
    this.#carried = this.#code.shift64(sum, name);
  }

  /** Adds to the columns from `to` the products of digits and operand, from column `k` of the product on. */
  addAll(to: number, digits: readonly Vector[], operand: readonly Vector[], count: number, from = 0): void {
    for (let k = from; k < digits.length + count - 1; k++) {
      const start = this.#load(to + k);
      const sum = this.#code.sum64(addColumn(this.#code, k, [[digits, operand]], { start, count }));
      this.#code.store64('columns', vectorBytes * (to + k), sum);
      // from here on only its range counts
      this.#known[to + k] = sum.lanes.map(({ range }, lane) => Form.variable(`S${to + k}.${'xy'[lane]}`, range));
    }
  }

  /** The columns above the cleared ones, each cut to a limb around 0 but for the last. */
  writeResult(limbs: number): void {
    const result: Vector[] = [];
    for (let i = 0; i + 1 < limbs; i++) {
      const sum = this.#biased(limbs + i, 'BIAS_OF_RESULT');
      result.push(this.#code.mask64(sum, `r${i}`));
      this.carry(sum, `o${i}`);
    }
    result.push(this.#code.sum64(this.#carried));
    for (let k = 0; k < limbs / 2; k++) {
      this.#code.storeLimbs('result', vectorBytes * k, at(result, 2 * k), at(result, 2 * k + 1), k + 1 === limbs / 2);
    }
  }

  #load(i: number): Vector {
    return this.#code.define(`v128.load(columns, ${vectorBytes * i})`, this.#known[i] ?? []);
  }
}
