/**
 * Writes the products of the field of BLS12-381 and its constants in AssemblyScript to
 * src/primitives/crypto/assembly/bls12-381/generated.ts, when they differ: every limb is a variable of its own there, which
 * nobody would write by hand. Runs before the code is compiled.
 *
 * A place in memory holds two elements of the field ("lanes") of 14 limbs of 28 bits, least significant first, in seven
 * vectors: (x0, y0, x1, y1), (x2, y2, x3, y3) … Limbs are signed, so sums and differences need no carries; elements are
 * multiplied by R = 2^392 (Montgomery). The rules for sizes are in field.ts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isogenyOfG1, isogenyOfG2 } from '../dist/primitives/crypto/lanes/isogenies.js';
import { contracts, writeKernels } from '../dist/primitives/crypto/lanes/kernels.js';
import { bias, biasOfFirst, earlyMultiple } from '../dist/primitives/crypto/lanes/reduction.js';

const path = 'src/primitives/crypto/assembly/bls12-381/generated.ts';
const p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
const limbs = 14;
const bits = 28n;
const vectors = limbs / 2;
const mask = (1n << bits) - 1n;
const R = 1n << (bits * BigInt(limbs));

const limbsOf = (value) => Array.from({ length: limbs }, (_, i) => (value >> (bits * BigInt(i))) & mask);

function power(base, exponent, modulus) {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % modulus) {
    if (rest & 1n) result = (result * square) % modulus;
  }
  return result;
}

/** -p^-1 modulo 2^28 */
const negatedInverse = (1n << bits) - power(p & mask, (1n << (bits - 2n)) - 1n, 1n << bits);

const load = (name, k) => `v128.load(${name}, ${16 * k})`;

/** A function that makes each vector of the result from those of its arguments. */
const linear = (comment, name, parameters, body) => {
  const lines = Array.from(
    { length: vectors },
    (_, k) => `  v128.store(result, ${body(...parameters.map((at) => load(at, k)))}, ${16 * k});\n`,
  );
  const list = ['result', ...parameters].map((parameter) => `${parameter}: usize`).join(', ');
  return `/** ${comment} */\nexport function ${name}(${list}): void {\n${lines.join('')}}\n`;
};

/** What a limb has beyond its 28 bits goes to the next; the last one keeps it. */
function carry() {
  const lines = [];
  for (let k = 0; k < vectors; k++) {
    const limit = k + 1 < vectors ? 'MASK' : 'MASK_OF_LAST';
    const before = k === 0 ? 'i32x4.splat(0)' : `h${k - 1}`;
    lines.push(`const v${k} = ${load('value', k)};`, `const h${k} = i32x4.shr_s(v${k}, ${bits});`);
    const shifted = `i32x4.shuffle(${before}, h${k}, 2, 3, 4, 5)`;
    lines.push(`v128.store(result, i32x4.add(v128.and(v${k}, ${limit}), ${shifted}), ${16 * k});`);
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

/** Two elements as memory.data takes them. */
const data = (name, x, y, comment) => {
  const [xs, ys] = [limbsOf(x), limbsOf(y)];
  return `/** ${comment} */\nexport const ${name}: usize = memory.data<u32>([${xs.flatMap((limb, i) => [limb, ys[i]]).join(', ')}], 16);\n`;
};
/** Places one behind the other. */
const dataOfMany = (name, pairs, comment) => {
  const signed = (value) => (value < 0n ? limbsOf(-value).map((limb) => -limb) : limbsOf(value));
  const all = pairs.flatMap(([x, y]) => signed(x).flatMap((limb, i) => [limb, signed(y)[i]]));
  return `/** ${comment} */\nexport const ${name}: usize = memory.data<i32>([${all.join(', ')}], 16);\n`;
};
const shape = { modulus: p, limbs };
const kernels = writeKernels(shape, contracts);
const early = earlyMultiple(shape);
const form = (value) => (value * R) % p;

// the curve that numbers are mapped to before G1
const aOfG1 = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn;
const bOfG1 = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n;

// the endomorphisms (see curve.ts)
const cubeRoot = 0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffen;
/** (1 + i) to the power, as [real, imaginary] */
function powerOfTwist(exponent) {
  const multiply = ([a, b], [c, d]) => [(a * c + (p - b) * d) % p, (a * d + b * c) % p];
  let result = [1n, 0n];
  for (let square = [1n, 1n], rest = exponent; rest > 0n; rest >>= 1n, square = multiply(square, square)) {
    if (rest & 1n) result = multiply(result, square);
  }
  return result;
}
const inverseOfTwist = (exponent) => {
  const [a, b] = powerOfTwist(exponent);
  const norm = power((a * a + b * b) % p, p - 2n, p);
  return [(a * norm) % p, ((p - b) * norm) % p];
};
const [psiX, psiY] = [inverseOfTwist((p - 1n) / 3n), inverseOfTwist((p - 1n) / 2n)];

/** Frobenius: (1 + i)^(n (p - 1) / 6) for n from 0 to 5, in the order of tower.ts */
const frobeniusFactors = dataOfMany(
  'frobeniusFactors',
  [0n, 2n, 4n, 1n, 3n, 5n].map((n) => powerOfTwist((n * (p - 1n)) / 6n).map(form)),
  '(1 + i)^(n (p - 1) / 6) for n = 0, 2, 4, 1, 3, 5',
);
/** Coefficients of a polynomial, the highest first, `count` of them. */
const highestFirst = (coefficients, count, zero) =>
  [...coefficients, ...Array(count - coefficients.length).fill(zero)].reverse();
/** Numerator and denominator of a coordinate, side by side. */
const quotient = (numerator, denominator) => {
  const [above, below] = [numerator, denominator].map((polynomial) => highestFirst(polynomial, 16, 0n));
  return above.map((coefficient, i) => [form(coefficient), form(below[i])]);
};
const ofG1 = isogenyOfG1;
const ofG2 = isogenyOfG2;
const formOfPair = ([x, y]) => [form(x), form(y)];
const twice = (value) => [form(value), form(value)];

/** Limbs of negative multiples are negative. */
const multiplesOfModulus = dataOfMany(
  'multiples',
  Array.from({ length: 33 }, (_, n) => [BigInt(n - 16) * p, BigInt(n - 16) * p]),
  'p times -16 to 16, in both lanes',
);

const text = `/* Made by scripts/generate-bls12-381.mjs; see there. */

const NEGATED_INVERSE: v128 = i32x4.splat(${negatedInverse});
const MASK: v128 = i32x4.splat(${mask});
const MASK_OF_LAST: v128 = i32x4(${mask}, ${mask}, -1, -1);
const MASK_OF_SUM: v128 = i64x2.splat(${mask});
const BIAS_OF_FIRST: v128 = i64x2.splat(${BigInt.asIntN(64, biasOfFirst)});
const BIAS: v128 = i64x2.splat(${bias});
${data('modulus', p, p, 'p, in both lanes')}
${data('early', early, early, 'What the first columns are cleared with at once')}
${data('one', R % p, R % p, '1, in both lanes')}
${data('plainOne', 1n, 1n, '1 without the factor R: what takes the factor away')}
${data('square', (R * R) % p, (R * R) % p, 'R²: what brings the factor in')}
${data('four', form(4n), form(4n), "The curves' constants: 4 in G1, 4 + 4i in G2")}
${data('cubeRoot', form(cubeRoot), form(cubeRoot), 'A cube root of 1, in both lanes')}
${data('psiX', form(psiX[0]), form(psiX[1]), '(1 + i)^-((p - 1) / 3)')}
${multiplesOfModulus}
${frobeniusFactors}
${data('unit', form(1n), 0n, '1 + 0·i')}
${data('half', form((p + 1n) / 2n), form((p + 1n) / 2n), '1 / 2, in both lanes')}
/** A, B and Z of the curves that numbers are mapped to (RFC 9380, 8.8) */
export const mapA: usize = 0;
export const mapB: usize = ${8 * limbs};
export const mapZ: usize = ${16 * limbs};
${dataOfMany('mapOfG1', [twice(aOfG1), twice(bOfG1), twice(11n)], 'for G1')}
${dataOfMany(
  'mapOfG2',
  [
    [0n, 240n],
    [1012n, 1012n],
    [p - 2n, p - 1n],
  ].map(formOfPair),
  'for G2',
)}
${dataOfMany(
  'isogenyOfG1',
  [...quotient(ofG1.xNumerator, ofG1.xDenominator), ...quotient(ofG1.yNumerator, ofG1.yDenominator)],
  'x, then y',
)}
${dataOfMany(
  'isogenyOfG2',
  [ofG2.xNumerator, ofG2.xDenominator, ofG2.yNumerator, ofG2.yDenominator].flatMap((polynomial) =>
    highestFirst(polynomial, 4, [0n, 0n]).map(formOfPair),
  ),
  'x, then y: numerator and denominator',
)}
${data('psiY', form(psiY[0]), form(psiY[1]), '(1 + i)^-((p - 1) / 2)')}
${linear('result = left + right', 'add', ['left', 'right'], (a, b) => `i32x4.add(${a}, ${b})`)}
${linear('result = left - right', 'subtract', ['left', 'right'], (a, b) => `i32x4.sub(${a}, ${b})`)}
${linear('result = -value', 'negate', ['value'], (a) => `i32x4.neg(${a})`)}
${linear('result = value', 'copy', ['value'], (a) => a)}
${linear('result = (x, y) with x and y exchanged', 'swap', ['value'], (a) => `i32x4.shuffle(${a}, ${a}, 1, 0, 3, 2)`)}
${linear('result = (x, x)', 'spreadX', ['value'], (a) => `i32x4.shuffle(${a}, ${a}, 0, 0, 2, 2)`)}
${linear('result = (y, y)', 'spreadY', ['value'], (a) => `i32x4.shuffle(${a}, ${a}, 1, 1, 3, 3)`)}
${linear('result = (x of left, y of right)', 'join', ['left', 'right'], (a, b) => `i32x4.shuffle(${a}, ${b}, 0, 5, 2, 7)`)}
${linear('result = (x, -y): the conjugate of x + y·i', 'conjugate', ['value'], (a) => `i32x4.shuffle(${a}, i32x4.neg(${a}), 0, 5, 2, 7)`)}
${linear('result = (x - y, x + y): x + y·i times 1 + i', 'twist', ['value'], (a) => `i32x4.add(${a}, i32x4.shuffle(${a}, i32x4.neg(${a}), 5, 0, 7, 2))`)}
${linear('result = (x + y, 2x): one factor of the square of x + y·i', 'sumAndDouble', ['value'], (a) => `i32x4.add(i32x4.shuffle(${a}, ${a}, 0, 0, 2, 2), i32x4.shuffle(${a}, ${a}, 1, 0, 3, 2))`)}
${linear('result = (x - y, y): the other factor', 'differenceAndLast', ['value'], (a) => `i32x4.sub(${a}, v128.and(i32x4.shuffle(${a}, ${a}, 1, 0, 3, 2), i32x4(-1, 0, -1, 0)))`)}
/** result = value with limbs of 28 bits, but for the last, which has the sign */
export function carry(result: usize, value: usize): void {
${carry()}}

/** Sums of products of limbs, and room for some of them. */
const columns: usize = memory.data(${16 * (2 * limbs)}, 16);
const scratch: usize = memory.data(${16 * limbs}, 16);

/** result = the columns, divided by R modulo p */
function reduceColumns(result: usize): void {
${kernels.reduce}}

/** result = left · right in each lane */
export function multiplyLanes(result: usize, left: usize, right: usize): void {
${kernels.multiplyLanes}  reduceColumns(result);
}

/** result = value² in each lane */
export function squareLanes(result: usize, value: usize): void {
${kernels.squareLanes}  reduceColumns(result);
}

/** result = left · right, of elements x + y·i */
export function multiplyExtension(result: usize, left: usize, right: usize): void {
${kernels.multiplyExtension}  reduceColumns(result);
}
`;
if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
