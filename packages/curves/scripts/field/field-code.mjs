/**
 * The field of a curve in AssemblyScript: products and whatever else works on every limb, for which nobody would write
 * a variable each by hand.
 *
 * A place in memory holds two elements of the field ("lanes") of an even number of limbs of 28 bits, least significant
 * first, in vectors (x0, y0, x1, y1), (x2, y2, x3, y3) … Limbs are signed, so sums and differences need no carries;
 * elements are multiplied by R = 2^(28 · limbs) (Montgomery). The rules for sizes are in
 * assembly/pairing-curves/field.ts.
 */
import { contracts, writeKernels } from '../../dist/generator/kernels.js';
import { bias, biasOfFirst, biasOfResult, earlyMultiple } from '../../dist/generator/reduction.js';
import { columnSumsOfPoints, columnSumsOfTarget } from './column-sums.mjs';
import { power } from './numbers.mjs';

const bits = 28n;
const mask = (1n << bits) - 1n;
const half = 1n << (bits - 1n);
const load = (name, k) => `v128.load(${name}, ${16 * k})`;

/** Writes elements of the field as data. */
export function dataWriter({ modulus, limbs }) {
  const factor = 1n << (bits * BigInt(limbs));
  const limbsOf = (value) => Array.from({ length: limbs }, (_, i) => (value >> (bits * BigInt(i))) & mask);
  /** limbs from -2^27 to 2^27 */
  const balanced = (value) => {
    let rest = value;
    return Array.from({ length: limbs }, () => {
      const limb = BigInt.asIntN(Number(bits), rest);
      rest = (rest - limb) >> bits;
      return limb;
    });
  };
  const write = (name, pairs, comment, split) => {
    const all = pairs.flatMap(([x, y]) => {
      const [xs, ys] = [split(x), split(y)];
      return xs.flatMap((limb, i) => [limb, ys[i]]);
    });
    return `/** ${comment} */\nexport const ${name}: usize = memory.data<i32>([${all.join(', ')}], 16);\n`;
  };
  const dataOfMany = (name, pairs, comment) => write(name, pairs, comment, balanced);
  return {
    /** an element multiplied by R */
    form: (value) => (((value % modulus) + modulus) * (factor % modulus)) % modulus,
    /** two elements */
    data: (name, x, y, comment) => dataOfMany(name, [[x, y]], comment),
    /** pairs of elements, one behind the other */
    dataOfMany,
    /** a number in both lanes, with limbs from 0 to 2^28 */
    plain: (name, value, comment) => write(name, [[value, value]], comment, limbsOf),
  };
}

/** A function that makes each vector of the result from those of its arguments. */
function linear(vectors, comment, name, parameters, body) {
  const lines = Array.from(
    { length: vectors },
    (_, k) => `  v128.store(result, ${body(...parameters.map((at) => load(at, k)))}, ${16 * k});\n`,
  );
  const list = ['result', ...parameters].map((parameter) => `${parameter}: usize`).join(', ');
  return `/** ${comment} */\nexport function ${name}(${list}): void {\n${lines.join('')}}\n`;
}

/** What a limb has beyond -2^27 to 2^27 goes to the next; the last one keeps it. */
function carry(vectors) {
  const lines = [];
  for (let k = 0; k < vectors; k++) {
    const limit = k + 1 < vectors ? 'MASK' : 'MASK_OF_LAST';
    const before = k === 0 ? 'i32x4.splat(0)' : `h${k - 1}`;
    const half = k + 1 < vectors ? 'HALF' : 'HALF_BUT_LAST';
    lines.push(`const v${k} = i32x4.add(${load('value', k)}, ${half});`, `const h${k} = i32x4.shr_s(v${k}, ${bits});`);
    const shifted = `i32x4.sub(i32x4.shuffle(${before}, h${k}, 2, 3, 4, 5), ${half})`;
    lines.push(`v128.store(result, i32x4.add(v128.and(v${k}, ${limit}), ${shifted}), ${16 * k});`);
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

/** (9x - y, x + 9y): of eight times a limb, what is beyond 28 bits goes to the next. */
function twistByNine(vectors) {
  const lines = [];
  for (let k = 0; k < vectors; k++) {
    const limit = k + 1 < vectors ? 'MASK' : 'MASK_OF_LAST';
    const before = k === 0 ? 'i32x4.splat(0)' : `h${k - 1}`;
    lines.push(`const v${k} = ${load('value', k)};`, `const h${k} = i32x4.shr_s(v${k}, ${bits - 3n});`);
    const once = `i32x4.add(v${k}, i32x4.shuffle(v${k}, i32x4.neg(v${k}), 5, 0, 7, 2))`;
    const eightTimes = `i32x4.add(v128.and(i32x4.shl(v${k}, 3), ${limit}), i32x4.shuffle(${before}, h${k}, 2, 3, 4, 5))`;
    lines.push(`v128.store(result, i32x4.add(${once}, ${eightTimes}), ${16 * k});`);
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

/** `twist`, the product with what the sixth root w is of: 1 + i or 9 + i */
function twist(vectors, real) {
  if (real === 9n) {
    const comment = 'result = (9x - y, x + 9y): x + y·i times 9 + i; limbs are one more than those of x - y and x + y';
    return `/** ${comment} */\nexport function twist(result: usize, value: usize): void {\n${twistByNine(vectors)}}\n`;
  }
  return linear(
    vectors,
    'result = (x - y, x + y): x + y·i times 1 + i',
    'twist',
    ['value'],
    (a) => `i32x4.add(${a}, i32x4.shuffle(${a}, i32x4.neg(${a}), 5, 0, 7, 2))`,
  );
}

/**
 * The text of generated.ts: `limbs` and `modulus` of the field, `twist` (the real part of w⁶), `multiples` of the
 * modulus that are kept in either direction, and the text of further constants.
 */
export function fieldCode({ modulus: p, limbs, twist: real, multiples, constants }) {
  const vectors = limbs / 2;
  const shape = { modulus: p, limbs };
  const { form, data, dataOfMany, plain } = dataWriter(shape);
  const R = form(1n);
  const kernels = writeKernels(shape, contracts);
  const early = earlyMultiple(shape);
  /** -p^-1 modulo 2^28 */
  const negatedInverse = (1n << bits) - power(p & mask, (1n << (bits - 2n)) - 1n, 1n << bits);
  const one = (...rest) => linear(vectors, ...rest);
  const multiplesOfModulus = Array.from({ length: 2 * multiples + 1 }, (_, n) => {
    const multiple = BigInt(n - multiples) * p;
    return [multiple, multiple];
  });
  return `/* Made by scripts/generate.mjs; see there. */

const NEGATED_INVERSE: v128 = i32x4.splat(${negatedInverse});
const MASK: v128 = i32x4.splat(${mask});
const MASK_OF_LAST: v128 = i32x4(${mask}, ${mask}, -1, -1);
const MASK_OF_SUM: v128 = i64x2.splat(${mask});
const BIAS_OF_FIRST: v128 = i64x2.splat(${BigInt.asIntN(64, biasOfFirst)});
const BIAS: v128 = i64x2.splat(${bias});
const BIAS_OF_RESULT: v128 = i64x2.splat(${biasOfResult});
const HALF: v128 = i32x4.splat(${half});
const HALF_BUT_LAST: v128 = i32x4(${half}, ${half}, 0, 0);
${plain('modulus', p, 'p, in both lanes')}
${plain('early', early, 'What the first columns are cleared with at once')}
${data('one', R, R, '1, in both lanes')}
${data('plainOne', 1n, 1n, '1 without the factor R: what takes the factor away')}
${data('square', form(R), form(R), 'R²: what brings the factor in')}
${data('unit', R, 0n, '1 + 0·i')}
/** how many multiples of p are kept in either direction */
export const MULTIPLES: i32 = ${multiples};
${dataOfMany('multiples', multiplesOfModulus, `p times -${multiples} to ${multiples}, in both lanes`)}
${constants.join('\n')}
${one('result = left + right', 'add', ['left', 'right'], (a, b) => `i32x4.add(${a}, ${b})`)}
${one('result = left - right', 'subtract', ['left', 'right'], (a, b) => `i32x4.sub(${a}, ${b})`)}
${one('result = -value', 'negate', ['value'], (a) => `i32x4.neg(${a})`)}
${one('result = value', 'copy', ['value'], (a) => a)}
${one('result = (x, y) with x and y exchanged', 'swap', ['value'], (a) => `i32x4.shuffle(${a}, ${a}, 1, 0, 3, 2)`)}
${one('result = (x, x)', 'spreadX', ['value'], (a) => `i32x4.shuffle(${a}, ${a}, 0, 0, 2, 2)`)}
${one('result = (y, y)', 'spreadY', ['value'], (a) => `i32x4.shuffle(${a}, ${a}, 1, 1, 3, 3)`)}
${one('result = (x of left, y of right)', 'join', ['left', 'right'], (a, b) => `i32x4.shuffle(${a}, ${b}, 0, 5, 2, 7)`)}
${one('result = (x, -y): the conjugate of x + y·i', 'conjugate', ['value'], (a) => `i32x4.shuffle(${a}, i32x4.neg(${a}), 0, 5, 2, 7)`)}
${twist(vectors, real)}
${one('result = (x + y, 2x): one factor of the square of x + y·i', 'sumAndDouble', ['value'], (a) => `i32x4.add(i32x4.shuffle(${a}, ${a}, 0, 0, 2, 2), i32x4.shuffle(${a}, ${a}, 1, 0, 3, 2))`)}
${one('result = (x - y, y): the other factor', 'differenceAndLast', ['value'], (a) => `i32x4.sub(${a}, v128.and(i32x4.shuffle(${a}, ${a}, 1, 0, 3, 2), i32x4(-1, 0, -1, 0)))`)}
/** result = value with limbs from -2^27 to 2^27, but for the last, which has the sign */
export function carry(result: usize, value: usize): void {
${carry(vectors)}}

/** bytes of the columns of a product: sums of products of limbs, of 64 bits, in both lanes */
export const COLUMNS: usize = ${16 * 2 * limbs};
const product: usize = memory.data(${16 * 2 * limbs}, 16);
const scratch: usize = memory.data(${16 * limbs}, 16);

/** result = the columns, divided by R modulo p; they are lost */
export function reduceColumns(result: usize, columns: usize): void {
${kernels.reduce}}

/** columns = left · right in each lane */
export function lanesColumns(columns: usize, left: usize, right: usize): void {
${kernels.multiplyLanes}}

/** result = left · right in each lane */
export function multiplyLanes(result: usize, left: usize, right: usize): void {
  lanesColumns(product, left, right);
  reduceColumns(result, product);
}

/** columns = value² in each lane */
export function squareColumns(columns: usize, value: usize): void {
${kernels.squareLanes}}

/** result = value² in each lane */
export function squareLanes(result: usize, value: usize): void {
  squareColumns(product, value);
  reduceColumns(result, product);
}

/** columns = left · right, of elements x + y·i */
export function extensionColumns(columns: usize, left: usize, right: usize): void {
${kernels.multiplyExtension}}

/** result = left · right, of elements x + y·i */
export function multiplyExtension(result: usize, left: usize, right: usize): void {
  extensionColumns(product, left, right);
  reduceColumns(result, product);
}

${columnSumsOfPoints(2 * limbs - 1)}
${columnSumsOfTarget(2 * limbs - 1, real)}`;
}
