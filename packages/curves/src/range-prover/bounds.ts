import { Form } from '../generator/form.ts';
import { unit } from '../generator/kernels.ts';

/*
 * Elements of a field as ranges, for following the worst case through formulas: what the functions of generated.ts
 * (scripts/curves/field-code.mjs) do to limbs and values, and an error where a contract of theirs is broken.
 */

/** What one lane may be: its limbs (the last one, which is small, aside), and its value in multiples of p. */
export type Lane = {
  readonly limbs: readonly [number, number];
  readonly value: readonly [number, number];
  /** Limbs and value (as `toFixed`) as sums of variables, for what cancels in sums of products. */
  readonly forms: Forms;
};
export type Forms = { readonly limbs: Form; readonly value: Form };
export type Place = readonly [x: Lane, y: Lane];

/** What the ranges depend on. */
export type FieldBounds = {
  readonly modulus: bigint;
  readonly limbs: number;
  /** most that a value may be, either way, so that the last limb stays small */
  readonly mostValue: number;
  /** what `reduce` finds the multiple of p for, and what it leaves */
  readonly mostReduced: number;
  readonly reduced: readonly [number, number];
  /** the real part of what `twist` multiplies by: this + i */
  readonly twist: 1 | 9;
};

export type Bounds = ReturnType<typeof createBounds>;

const one = Number(unit);
const limb = 2 ** 28;
const half = limb / 2;
/** sizes that the kernels are written for (lanes/kernels.ts) */
export const most = { size: 7, lanes: 32, extension: 16, square: 4 };

/** An element between two multiples of p with limbs as products have them. */
export function lane(least: number, greatest: number): Lane {
  return unknown([-half, half - 1], [least, greatest]);
}

let variables = 0;

/** A lane within these ranges that has nothing to do with any other. */
export function unknown(limbs: readonly [number, number], value: readonly [number, number]): Lane {
  const name = `s${variables++}`;
  return {
    limbs,
    value,
    forms: {
      limbs: Form.variable(name, [BigInt(limbs[0]), BigInt(limbs[1])]),
      value: Form.variable(name, [toFixed(value[0], Math.floor), toFixed(value[1], Math.ceil)]),
    },
  };
}

/** Multiples of p in units of 2^-20. */
const toFixed = (value: number, round: (value: number) => number): bigint => BigInt(round(value * 2 ** 20));

/** The smallest range that holds both. */
export const union = (a: Lane, b: Lane): Lane =>
  unknown(
    [Math.min(a.limbs[0], b.limbs[0]), Math.max(a.limbs[1], b.limbs[1])],
    [Math.min(a.value[0], b.value[0]), Math.max(a.value[1], b.value[1])],
  );

/** A multiple of p that `reduce` subtracts: limbs may have either sign. */
const multiple = unknown([-limb, limb], [0, 0]);

/** The functions of a field on ranges. */
export function createBounds({ modulus, limbs, mostValue, mostReduced, reduced, twist }: FieldBounds) {
  const checked = (value: Lane) => checkedLane(value, mostValue);
  const add = (a: Lane, b: Lane) => checked(sum(a, b));
  const negate = (a: Lane) => checked(negative(a));
  const subtract = (a: Lane, b: Lane) => checked(sum(a, negative(b)));
  /** Limbs from -2^27 to 2^27, and what the one below hands on. */
  const carry = ({ limbs: [low, high], value }: Lane) =>
    checked(unknown([Math.floor((low + half) / limb) - half, half - 1 + Math.floor((high + half) / limb)], value));
  /** R / p: what a product is divided by when values count in multiples of p */
  const scale = 2 ** (28 * limbs) / Number(modulus);
  /** What a reduction leaves of a sum of products: at most a little more than p above it, and nothing below. */
  const fromColumns = ([low, high]: readonly [number, number]) =>
    checked(lane(low / scale - 1e-9, high / scale + 1 + 1e-9));
  const eightTimes = ({ limbs: [low, high], value: [least, greatest] }: Lane): Lane =>
    unknown([Math.floor(low / 2 ** 25), limb - 1 + Math.floor(high / 2 ** 25)], [8 * least, 8 * greatest]);
  return {
    add,
    negate,
    subtract,
    carry,
    reduce: (a: Lane) => {
      checked(sum(a, multiple));
      if (Math.max(-a.value[0], a.value[1]) > mostReduced) throw new RangeError(`${a.value} p is too much to reduce`);
      return lane(...reduced);
    },
    twist: ([x, y]: Place): Place =>
      twist === 1 ? [subtract(x, y), add(x, y)] : [add(subtract(x, y), eightTimes(x)), add(add(x, y), eightTimes(y))],
    /** What is left of columns whose terms lie in a range of limbs and of values. */
    reduceColumns: ({ limbs, value }: Forms): Lane => {
      const [low, high] = limbs.range;
      const greatest = (high > -low ? high : -low) / (unit * unit);
      if (greatest > BigInt(most.lanes)) throw new RangeError(`columns of ${greatest} are too large to reduce`);
      const [least, end] = value.range;
      return fromColumns([Number(least) / 2 ** 40, Number(end) / 2 ** 40]);
    },
    multiplyLanes: (left: Place, right: Place): Place => {
      const product = (a: Lane, b: Lane) => {
        assertFactors(a, b, most.lanes);
        return fromColumns(times(a.value, b.value));
      };
      return [product(left[0], right[0]), product(left[1], right[1])];
    },
    squareLanes: ([x, y]: Place): Place => {
      const square = (a: Lane) => {
        if (size(a) > most.square) throw new RangeError(`a limb of ${size(a)} is too large to be squared`);
        const [low, high] = times(a.value, a.value);
        return fromColumns([Math.max(0, low), high]);
      };
      return [square(x), square(y)];
    },
    multiplyExtension: ([a, b]: Place, [c, d]: Place): Place => {
      for (const left of [a, b]) for (const right of [c, d]) assertFactors(left, right, most.extension);
      const [ac, bd] = [times(a.value, c.value), times(b.value, d.value)];
      const [ad, bc] = [times(a.value, d.value), times(b.value, c.value)];
      return [fromColumns([ac[0] - bd[1], ac[1] - bd[0]]), fromColumns([ad[0] + bc[0], ad[1] + bc[1]])];
    },
  };
}

const sum = (a: Lane, b: Lane): Lane => ({
  limbs: [a.limbs[0] + b.limbs[0], a.limbs[1] + b.limbs[1]],
  value: [a.value[0] + b.value[0], a.value[1] + b.value[1]],
  forms: { limbs: a.forms.limbs.plus(b.forms.limbs), value: a.forms.value.plus(b.forms.value) },
});

const nothing = Form.constant(0n);

const negative = (a: Lane): Lane => ({
  limbs: [0 - a.limbs[1], 0 - a.limbs[0]],
  value: [0 - a.value[1], 0 - a.value[0]],
  forms: { limbs: nothing.minus(a.forms.limbs), value: nothing.minus(a.forms.value) },
});

/** The greatest limb, either way, in units. */
const size = ({ limbs: [low, high] }: Lane) => Math.max(-low, high) / one;

/** A RangeError when the factors of a product are beyond the contract of its kernel. */
export function assertFactors(a: Lane, b: Lane, product: number): void {
  for (const factor of [a, b]) {
    if (size(factor) > most.size) throw new RangeError(`limbs from ${factor.limbs} cannot be subtracted`);
  }
  if (size(a) * size(b) > product) throw new RangeError(`factors of ${size(a)} and ${size(b)} are too large`);
}

function times(a: readonly [number, number], b: readonly [number, number]): readonly [number, number] {
  const ends = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]];
  return [Math.min(...ends), Math.max(...ends)];
}

function checkedLane(lane: Lane, mostValue: number): Lane {
  if (Math.max(-lane.limbs[0], lane.limbs[1]) >= 2 ** 31) throw new RangeError(`limbs from ${lane.limbs} overflow`);
  if (Math.max(-lane.value[0], lane.value[1]) > mostValue) throw new RangeError(`${lane.value} p is too much`);
  return lane;
}
