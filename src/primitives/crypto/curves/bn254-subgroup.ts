import { bigintToFixedBytes } from '../../bytes.ts';
import type { FieldCodec } from './field.ts';
import type { Mcl } from './mcl.ts';
import { fieldBytes, withMemory } from './mcl.ts';

/** Bytes of a coordinate of G2, and of a point: x, y and z. */
const coordinateBytes = 2 * fieldBytes;
const pointBytes = 3 * coordinateBytes;

/** The number that the curve is made from: u of BN254. */
const seed = 4965661367192848881n;

/** (9 + i)^((p - 1) / 3) and (9 + i)^((p - 1) / 2), each as real and imaginary part. */
const twistFactors = [
  0x2fb347984f7911f74c0bec3cf559b143b78cc310c2c3330c99e39557176f553dn,
  0x16c9e55061ebae204ba4cc8bd75a079432ae2a1d0b7c9dce1665d51c640fcba2n,
  0x063cf305489af5dcdc5ec698b6e2f9b9dbaae0eda9c95998dc54014671a0135an,
  0x07c03cbcac41049a0704b5a7ec796f2b21807dc98fa25bd282d37f632623b0e3n,
];

/**
 * Whether a point of the curve is in the subgroup G2 of BN254, by the endomorphism ψ (untwist, Frobenius, twist): exactly
 * for those points u·Q + Q + ψ(u·Q) + ψ²(u·Q) = ψ³(2u·Q) (El Housni, Guillevic, Piellard: eprint 2022/348, section 3.1.2).
 * A third of what multiplying by the order takes.
 */
export function g2SubgroupCheck(mcl: Mcl, field: FieldCodec): (point: number) => number {
  const factors = mcl.malloc(twistFactors.length * fieldBytes);
  for (const [i, factor] of twistFactors.entries()) {
    field.decode(factors + i * fieldBytes, bigintToFixedBytes(factor, field.encodedLength), 0);
  }
  const digits = signedDigits(seed);
  return (point) =>
    withMemory(mcl, 2 * pointBytes, (multiple) => {
      const sum = multiple + pointBytes;
      multiply(mcl, multiple, point, digits);
      mcl.mclBnG2_add(sum, multiple, point);
      frobenius(mcl, multiple, factors);
      mcl.mclBnG2_add(sum, sum, multiple);
      frobenius(mcl, multiple, factors);
      mcl.mclBnG2_add(sum, sum, multiple);
      frobenius(mcl, multiple, factors);
      mcl.mclBnG2_dbl(multiple, multiple);
      return mcl.mclBnG2_isEqual(sum, multiple);
    });
}

/** ψ in place: every coordinate conjugated, x and y times the twist's factors. */
function frobenius(mcl: Mcl, point: number, factors: number): void {
  for (let at = point; at < point + pointBytes; at += coordinateBytes) {
    mcl.mclBnFp_neg(at + fieldBytes, at + fieldBytes);
  }
  mcl.mclBnFp2_mul(point, point, factors);
  mcl.mclBnFp2_mul(point + coordinateBytes, point + coordinateBytes, factors + coordinateBytes);
}

/** result = a number, as digits, times any point of the curve: mcl's own product holds in the subgroup only. */
function multiply(mcl: Mcl, result: number, point: number, digits: readonly number[]): void {
  withMemory(mcl, pointBytes, (triple) => {
    mcl.mclBnG2_dbl(triple, point);
    mcl.mclBnG2_add(triple, triple, point);
    mcl.mclBnG2_clear(result);
    for (const digit of digits) {
      mcl.mclBnG2_dbl(result, result);
      const term = Math.abs(digit) === 3 ? triple : point;
      if (digit > 0) mcl.mclBnG2_add(result, result, term);
      if (digit < 0) mcl.mclBnG2_sub(result, result, term);
    }
  });
}

/** Digits 0, ±1 and ±3 to base 2, the highest first, at most one of three not 0. */
function signedDigits(value: bigint): readonly number[] {
  const digits: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 1n) {
    const low = Number(rest & 7n);
    const digit = low % 2 === 0 ? 0 : low < 4 ? low : low - 8;
    digits.unshift(digit);
    rest -= BigInt(digit);
  }
  return digits;
}
