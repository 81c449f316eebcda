import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';
import { resultOf } from '../testing/call-precompile.ts';
import { type G1, type G2, hex, randomWord, word } from '../testing/curve-inputs.ts';

test('the sum on bls12-381 takes points outside the subgroup, the sum of products does not', () => {
  const { Fp, Fr } = bls12_381.fields;
  const x = 4n;
  const stray = bls12_381.G1.Point.fromAffine({ x, y: Fp.sqrt(x ** 3n + 4n) });
  assert.equal(stray.isTorsionFree(), false);
  const encode = (point: typeof stray) => {
    const affine = point.toAffine();
    return concatBytes(bigintToFixedBytes(affine.x, 64), bigintToFixedBytes(affine.y, 64));
  };
  const base = bls12_381.G1.Point.BASE;
  assert.equal(resultOf(0x0b, concatBytes(encode(stray), encode(base))), hex(encode(stray.add(base))));
  assert.equal(resultOf(0x0c, concatBytes(encode(stray), word(1n))), 'failure');
  assert.equal(resultOf(0x0f, concatBytes(encode(stray), new Uint8Array(256))), 'failure');

  const terms = [3n, Fr.ORDER - 1n, Fr.ORDER + 5n, (1n << 256n) - 1n, 0n].map((scalar, i) => ({
    point: base.multiplyUnsafe(BigInt(i) + 7n),
    scalar,
  }));
  const input = concatBytes(...terms.flatMap(({ point, scalar }) => [encode(point), word(scalar)]));
  const products = terms.map(({ point, scalar }) => point.multiplyUnsafe(scalar % Fr.ORDER));
  const sum = products.reduce((total, product) => total.add(product), bls12_381.G1.Point.ZERO);
  assert.equal(resultOf(0x0c, input), hex(encode(sum)));
});

test('numbers map to points of bls12-381 as noble maps them', () => {
  const { ORDER } = bls12_381.fields.Fp;
  const element = (value: bigint) => bigintToFixedBytes(value, 64);
  const randomElement = () => ((randomWord() << 256n) | randomWord()) % ORDER;
  // small numbers, which have a second form just above the order; those without a real or an imaginary part
  const numbers = [0n, 1n, 2n, 3n, ORDER - 1n, ORDER - 2n, ...Array.from({ length: 8 }, randomElement)];
  for (const [i, number] of numbers.entries()) {
    const { x, y } = (bls12_381.G1.mapToCurve(number as never) as unknown as G1).toAffine(); // not as noble declares it
    assert.equal(resultOf(0x10, element(number)), hex(concatBytes(element(x), element(y))));
    for (const other of [numbers[numbers.length - 1 - i] ?? 0n, 0n]) {
      for (const pair of [
        [number, other],
        [other, number],
      ]) {
        const point = (bls12_381.G2.mapToCurve(pair) as unknown as G2).toAffine();
        const expected = concatBytes(...[point.x.c0, point.x.c1, point.y.c0, point.y.c1].map(element));
        assert.equal(resultOf(0x11, concatBytes(...pair.map(element))), hex(expected));
      }
    }
  }
  for (const wrong of [ORDER, ORDER + 1n, 1n << 400n]) {
    assert.equal(resultOf(0x10, element(wrong)), 'failure');
    assert.equal(resultOf(0x11, concatBytes(element(wrong), element(1n))), 'failure');
    assert.equal(resultOf(0x11, concatBytes(element(1n), element(wrong))), 'failure');
  }
});

test('sums in G2 of bls12-381 equal noble, also beside the subgroup', () => {
  const { Point } = bls12_381.G2;
  const { Fp2 } = bls12_381.fields;
  const element = (value: bigint) => bigintToFixedBytes(value, 64);
  const encode = (point: G2) => {
    if (point.is0()) return new Uint8Array(256);
    const { x, y } = point.toAffine();
    return concatBytes(...[x.c0, x.c1, y.c0, y.c1].map(element));
  };
  const a = Point.BASE.multiplyUnsafe(randomWord() % bls12_381.fields.Fr.ORDER);
  const x = Fp2.fromBigTuple([2n, 0n]);
  const stray = Point.fromAffine({ x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), Point.CURVE().b)) });
  assert.equal(stray.isTorsionFree(), false);
  const points = [a, Point.BASE, a.negate(), stray, stray.negate(), Point.ZERO];
  for (const left of points) {
    for (const right of points) {
      assert.equal(resultOf(0x0d, concatBytes(encode(left), encode(right))), hex(encode(left.add(right))));
    }
  }
  for (const at of [63, 127, 191, 255]) {
    const wrong = encode(a);
    wrong[at] = (wrong[at] ?? 0) ^ 1;
    assert.equal(resultOf(0x0d, concatBytes(wrong, encode(a))), 'failure');
    assert.equal(resultOf(0x0d, concatBytes(encode(a), wrong)), 'failure');
  }
});
