/** The constants of BN254, which Ethereum calls alt_bn128 (EIP-196). */
import { dataWriter } from './field-code.mjs';
import { extensionOf } from './numbers.mjs';

/** u, which the curve is made from */
const seed = 4965661367192848881n;
const p = 36n * seed ** 4n + 36n * seed ** 3n + 24n * seed ** 2n + 6n * seed + 1n;
const limbs = 10;
const { form, data, dataOfMany } = dataWriter({ modulus: p, limbs });
const extension = extensionOf(p);
const formOfPair = ([x, y]) => [form(x), form(y)];

const ofTwist = extension.multiply([3n, 0n], extension.inverse([9n, 1n]));
/** 9 + i to the power */
const twistTo = (exponent) => extension.power([9n, 1n], exponent);
const cubeRoot = 2203960485148121921418603742825762020974279258880205651966n;

/**
 * Signed digits of a number, the highest first: odd ones below 2^(width - 1), at most one of `width` in a row not 0.
 */
function signedDigits(value, width) {
  const digits = [];
  const [base, most] = [1n << BigInt(width), 1n << BigInt(width - 1)];
  for (let rest = value; rest > 0n; rest >>= 1n) {
    const low = rest % base;
    const digit = low % 2n === 0n ? 0n : low < most ? low : low - base;
    digits.unshift(digit);
    rest -= digit;
  }
  return digits;
}
const digitData = (name, digits, comment) =>
  `/** ${comment} */\nexport const ${name}: usize = memory.data<i8>([${digits.join(', ')}]);\nexport const ${name}Count: usize = ${digits.length};\n`;

export const bn254 = {
  name: 'bn254',
  modulus: p,
  limbs,
  twist: 9n,
  multiples: 64,
  constants: [
    data('constantOfG1', form(3n), form(3n), 'The constant of the curve of G1'),
    data('constantOfG2', ...formOfPair(ofTwist), 'The constant of the curve of G2: 3 / (9 + i)'),
    data('thriceConstantOfG2', ...formOfPair(ofTwist.map((part) => 3n * part)), 'three times that'),
    data('cubeRoot', form(cubeRoot), form(cubeRoot), 'A cube root of 1, in both lanes'),
    data('psiX', ...formOfPair(twistTo((p - 1n) / 3n)), '(9 + i)^((p - 1) / 3)'),
    data('psiY', ...formOfPair(twistTo((p - 1n) / 2n)), '(9 + i)^((p - 1) / 2)'),
    dataOfMany(
      'frobeniusFactors',
      [0n, 2n, 4n, 1n, 3n, 5n].map((n) => formOfPair(twistTo((n * (p - 1n)) / 6n))),
      '(9 + i)^(n (p - 1) / 6) for n = 0, 2, 4, 1, 3, 5: the order of tower.ts',
    ),
    digitData('seedDigits', signedDigits(seed, 4), 'u in odd digits from -7 to 7, the highest first'),
    digitData('loopDigits', signedDigits(6n * seed + 2n, 2), "6u + 2, for Miller's loop, in digits from -1 to 1"),
  ],
};
