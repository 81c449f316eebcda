import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';
import { resultOf } from '../testing/call-precompile.ts';
import { curves, type G1, type G2, hex, no, randomWord, yes } from '../testing/curve-inputs.ts';

/*
 * Our curves against those of noble: sums, products and pairings of random points, and those where libraries differ:
 * infinity, coordinates not below the order of the field, points off the curve or outside the subgroup.
 */

for (const [name, { noble, elementLength, imaginaryFirst, add, pairing }] of Object.entries(curves)) {
  const { Fp, Fp2, Fr } = noble.fields;
  const element = (value: bigint) => bigintToFixedBytes(value, elementLength);
  const pair = (c0: bigint, c1: bigint) =>
    imaginaryFirst ? concatBytes(element(c1), element(c0)) : concatBytes(element(c0), element(c1));
  const point1 = (x: bigint, y: bigint) => concatBytes(element(x), element(y));
  const infinity1 = point1(0n, 0n);
  const infinity2 = concatBytes(infinity1, infinity1);

  const encode1 = (point: G1) => {
    if (point.is0()) return infinity1;
    const { x, y } = point.toAffine();
    return point1(x, y);
  };
  const encode2 = (point: G2) => {
    if (point.is0()) return infinity2;
    const { x, y } = point.toAffine();
    return concatBytes(pair(x.c0, x.c1), pair(y.c0, y.c1));
  };
  const randomScalar = () => (randomWord() % (Fr.ORDER - 1n)) + 1n;
  const times1 = (scalar: bigint) => noble.G1.Point.BASE.multiplyUnsafe(scalar % Fr.ORDER);
  const times2 = (scalar: bigint) => noble.G2.Point.BASE.multiplyUnsafe(scalar % Fr.ORDER);

  /** A point on the curve of G2 with a random x; almost certainly outside the subgroup. */
  const strayPoint2 = (): G2 => {
    const { b } = noble.G2.Point.CURVE();
    for (let i = 1n; ; i++) {
      const x = Fp2.fromBigTuple([i, 1n]);
      const square = Fp2.add(Fp2.mul(Fp2.sqr(x), x), b);
      try {
        return noble.G2.Point.fromAffine({ x, y: Fp2.sqrt(square) });
      } catch {} // no square: the next x
    }
  };

  test(`sums of points of ${name} equal noble's`, () => {
    const [a, b] = [times1(randomScalar()), times1(randomScalar())];
    const zero = noble.G1.Point.ZERO;
    for (const [left, right] of [
      [a, b],
      [a, a],
      [a, a.negate()],
      [a, zero],
      [zero, b],
      [zero, zero],
    ] as const) {
      const sum = resultOf(add, concatBytes(encode1(left), encode1(right)));
      assert.equal(sum, hex(encode1(left.add(right))));
    }
  });

  test(`no point of ${name} has a coordinate outside the field or lies beside the curve`, () => {
    const { x, y } = times1(randomScalar()).toAffine();
    const wrong = [
      point1(x + Fp.ORDER, y),
      point1(x, y + Fp.ORDER),
      point1(Fp.ORDER, 0n),
      point1(0n, Fp.ORDER),
      point1(x, y === 1n ? 2n : y - 1n),
      point1(x, 0n),
      point1(0n, y),
      point1(1n, 1n),
    ];
    for (const point of wrong) {
      assert.equal(resultOf(add, concatBytes(point, infinity1)), 'failure');
      assert.equal(resultOf(add, concatBytes(infinity1, point)), 'failure');
      assert.equal(resultOf(pairing, concatBytes(point, infinity2)), 'failure');
    }
  });

  test(`the pairing of ${name} is bilinear and not degenerate`, () => {
    const [a, b] = [randomScalar(), randomScalar()];
    const product = times1((a * b) % Fr.ORDER);
    const equation = (left: G1, right: G1) =>
      resultOf(pairing, concatBytes(encode1(left), encode2(times2(b)), encode1(right), encode2(noble.G2.Point.BASE)));
    assert.equal(equation(times1(a), product.negate()), yes);
    assert.equal(equation(times1(a), product), no);
    assert.equal(equation(times1(a + 1n), product.negate()), no);
    assert.equal(equation(noble.G1.Point.ZERO, noble.G1.Point.ZERO), yes);
    assert.equal(equation(noble.G1.Point.ZERO, product), no);
  });

  test(`products of many pairings of ${name} are one when their exponents add up to nothing`, () => {
    for (const count of [3, 4, 31, 32, 33, 65]) {
      let exponent = 0n;
      const [a, b] = [times1(randomScalar()), times2(randomScalar())];
      let [p, q] = [a, b]; // i·a and i·b
      const pairs: Uint8Array[] = [];
      for (let i = 1n; i < count; i++) {
        const isInfinite = i % 5n === 4n;
        pairs.push(encode1(p), isInfinite ? infinity2 : encode2(q));
        if (!isInfinite) exponent += i * i;
        [p, q] = [p.add(a), q.add(b)];
      }
      const last = (factor: bigint) => concatBytes(...pairs, encode1(a.multiplyUnsafe(factor).negate()), encode2(b));
      assert.equal(resultOf(pairing, last(exponent)), yes);
      assert.equal(resultOf(pairing, last(exponent + 1n)), no);
      const stray = concatBytes(encode1(a), encode2(strayPoint2()));
      assert.equal(resultOf(pairing, concatBytes(...pairs, stray)), 'failure');
    }
  });

  test(`pairings of ${name} with infinity are one, and their points are checked all the same`, () => {
    const [p, q] = [encode1(times1(randomScalar())), encode2(times2(randomScalar()))];
    assert.equal(resultOf(pairing, concatBytes(p, infinity2)), yes);
    assert.equal(resultOf(pairing, concatBytes(infinity1, q)), yes);
    assert.equal(resultOf(pairing, concatBytes(p, q)), no);
    assert.equal(resultOf(pairing, concatBytes(infinity1, pair(1n, 2n), pair(3n, 4n))), 'failure');
  });

  test(`the pairing of ${name} rejects points outside the subgroup of G2`, () => {
    const stray = strayPoint2();
    assert.equal(stray.isTorsionFree(), false);
    assert.equal(resultOf(pairing, concatBytes(infinity1, encode2(stray))), 'failure');
  });
}
