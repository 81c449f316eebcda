/** The constants of BLS12-381. */
import { isogenyOfG1, isogenyOfG2 } from '../../dist/generator/isogenies.js';
import { dataWriter } from './field-code.mjs';
import { extensionOf } from './numbers.mjs';

const p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
const limbs = 14;
const { form, data, dataOfMany } = dataWriter({ modulus: p, limbs });
const extension = extensionOf(p);

// the curve that numbers are mapped to before G1
const aOfG1 = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn;
const bOfG1 = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n;

// the endomorphisms (see constants.ts)
const cubeRoot = 0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffen;
/** 1 + i to the power */
const twistTo = (exponent) => extension.power([1n, 1n], exponent);
const [psiX, psiY] = [twistTo((p - 1n) / 3n), twistTo((p - 1n) / 2n)].map(extension.inverse);

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

/** numbers to which A, B and Z of the curve are mapped (RFC 9380, 8.8) */
const mapConstants = `/** A, B and Z of the curves that numbers are mapped to (RFC 9380, 8.8) */
export const mapA: usize = 0;
export const mapB: usize = ${8 * limbs};
export const mapZ: usize = ${16 * limbs};
`;

export const bls12381 = {
  name: 'bls12-381',
  modulus: p,
  limbs,
  twist: 1n,
  multiples: 16,
  constants: [
    data('four', form(4n), form(4n), "The curves' constants: 4 in G1, 4 + 4i in G2"),
    data('cubeRoot', form(cubeRoot), form(cubeRoot), 'A cube root of 1, in both lanes'),
    data('psiX', ...formOfPair(psiX), '(1 + i)^-((p - 1) / 3)'),
    data('psiY', ...formOfPair(psiY), '(1 + i)^-((p - 1) / 2)'),
    dataOfMany(
      'frobeniusFactors',
      [0n, 2n, 4n, 1n, 3n, 5n].map((n) => formOfPair(twistTo((n * (p - 1n)) / 6n))),
      '(1 + i)^(n (p - 1) / 6) for n = 0, 2, 4, 1, 3, 5: the order of tower.ts',
    ),
    data('half', form((p + 1n) / 2n), form((p + 1n) / 2n), '1 / 2, in both lanes'),
    mapConstants,
    dataOfMany('mapOfG1', [twice(aOfG1), twice(bOfG1), twice(11n)], 'constants of the map to G1'),
    dataOfMany(
      'mapOfG2',
      [
        [0n, 240n],
        [1012n, 1012n],
        [p - 2n, p - 1n],
      ].map(formOfPair),
      'constants of the map to G2',
    ),
    dataOfMany(
      'isogenyOfG1',
      [...quotient(ofG1.xNumerator, ofG1.xDenominator), ...quotient(ofG1.yNumerator, ofG1.yDenominator)],
      'x, then y',
    ),
    dataOfMany(
      'isogenyOfG2',
      [ofG2.xNumerator, ofG2.xDenominator, ofG2.yNumerator, ofG2.yDenominator].flatMap((polynomial) =>
        highestFirst(polynomial, 4, [0n, 0n]).map(formOfPair),
      ),
      'x, then y: numerator and denominator',
    ),
  ],
};
