import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';
import { resultOf } from '../testing/call-precompile.ts';
import { createRandom } from '../testing/random.ts';

/*
 * Sums of products on BLS12-381, in WebAssembly of our own, against noble's: random points and scalars, more of them
 * than are processed at a time, infinity, equal and opposite points, scalars of any size, points that are not of the
 * subgroup.
 */

const { Fp, Fp2, Fr } = bls12_381.fields;
const random = createRandom(2537n);
const randomWord = () => (random() << 192n) | (random() << 128n) | (random() << 64n) | random();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const element = (value: bigint) => bigintToFixedBytes(value, 64);

type G1 = InstanceType<typeof bls12_381.G1.Point>;
type G2 = InstanceType<typeof bls12_381.G2.Point>;

/** What the tests need of noble's points. */
type Point<P> = {
  add(other: P): P;
  negate(): P;
  multiplyUnsafe(scalar: bigint): P;
  isTorsionFree(): boolean;
  is0(): boolean;
};

function encode1(point: G1): Uint8Array {
  if (point.is0()) return new Uint8Array(128);
  const { x, y } = point.toAffine();
  return concatBytes(element(x), element(y));
}

function encode2(point: G2): Uint8Array {
  if (point.is0()) return new Uint8Array(256);
  const { x, y } = point.toAffine();
  return concatBytes(element(x.c0), element(x.c1), element(y.c0), element(y.c1));
}

/** Points with a given x, on the curve but hardly ever of the subgroup. */
const stray1 = (x: bigint) => bls12_381.G1.Point.fromAffine({ x, y: Fp.sqrt(Fp.add(x ** 3n, 4n)) });
const stray2 = (c0: bigint) => {
  const x = Fp2.fromBigTuple([c0, 1n]);
  return bls12_381.G2.Point.fromAffine({ x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), Fp2.fromBigTuple([4n, 4n]))) });
};

/** The results of `make` for the first numbers that it accepts. */
function several<P>(count: number, make: (x: bigint) => P): readonly P[] {
  const made: P[] = [];
  for (let x = 0n; made.length < count; x++) {
    try {
      made.push(make(x));
    } catch {} // no square: the next x
  }
  return made;
}

function testGroup<P extends Point<P>>(
  name: string,
  address: number,
  { base, zero, encode, strays }: { base: P; zero: P; encode: (point: P) => Uint8Array; strays: readonly P[] },
): void {
  const randomPoint = () => base.multiplyUnsafe((randomWord() % (Fr.ORDER - 1n)) + 1n);
  const call = (terms: readonly (readonly [P, bigint])[]) =>
    resultOf(
      address,
      concatBytes(...terms.flatMap(([point, scalar]) => [encode(point), bigintToFixedBytes(scalar, 32)])),
    );
  const assertSum = (terms: readonly (readonly [P, bigint])[]) => {
    const sum = terms.reduce((total, [point, scalar]) => total.add(point.multiplyUnsafe(scalar % Fr.ORDER)), zero);
    assert.equal(call(terms), hex(encode(sum)));
  };

  test(`sums of random products in ${name} equal noble's`, () => {
    const [p, q] = [randomPoint(), randomPoint()];
    for (let i = 0; i < 10; i++) assertSum([[randomPoint(), randomWord()]]);
    for (const count of [2, 3, 63, 64, 65, 129]) {
      let point = p;
      assertSum(
        Array.from({ length: count }, () => {
          point = point.add(q);
          return [point, randomWord() >> (random() % 256n)] as const;
        }),
      );
    }
  });

  test(`sums of products in ${name} take special points and scalars`, () => {
    const p = randomPoint();
    const seed = 0xd201000000010000n;
    const near = [seed, seed ** 2n, seed ** 3n, Fr.ORDER, 2n * Fr.ORDER, 1n << 64n, 1n << 128n, 1n << 255n];
    const scalars = [
      0n,
      1n,
      2n,
      8n,
      9n,
      (1n << 256n) - 1n,
      ...near.flatMap((value) => [value - 1n, value, value + 1n]),
    ];
    for (const scalar of scalars) assertSum([[p, scalar]]);
    assertSum(scalars.map((scalar) => [p, scalar]));
    for (const scalar of scalars.slice(1, 6)) {
      assertSum([[zero, scalar]]);
      assertSum([[p, scalar], [zero, scalar], [p, scalar]]); // biome-ignore format: short
      assertSum([[p, scalar], [p.negate(), scalar]]); // biome-ignore format: short
      assertSum([[p, scalar], [p, Fr.ORDER - scalar % Fr.ORDER]]); // biome-ignore format: short
    }
  });

  test(`no sum of products in ${name} has points outside the subgroup`, () => {
    const p = randomPoint();
    for (const stray of strays) {
      assert.equal(stray.isTorsionFree(), false);
      let small = zero; // r times the stray: of an order that divides the cofactor
      for (const bit of Fr.ORDER.toString(2)) {
        small = small.add(small);
        if (bit === '1') small = small.add(stray);
      }
      for (const point of [stray, small, small.add(p), stray.negate()]) {
        assert.equal(call([[point, 0n]]), 'failure');
        assert.equal(call([[p, 1n], [point, 1n], [p, 1n]]), 'failure'); // biome-ignore format: short
        assert.equal(call([...Array.from({ length: 64 }, () => [p, 1n] as const), [point, 1n]]), 'failure');
      }
    }
  });

  test(`sums of products in ${name} reject what encodes no point of the curve`, () => {
    const p = randomPoint();
    const good = concatBytes(encode(p), bigintToFixedBytes(5n, 32));
    const elements = encode(p).length / 64;
    for (let i = 0; i < elements; i++) {
      const changed = (change: (value: bigint) => bigint) => {
        const bytes = good.slice();
        const value = BigInt(`0x${hex(bytes.subarray(64 * i, 64 * i + 64))}`);
        bytes.set(element(change(value)), 64 * i);
        return bytes;
      };
      const changes = [
        (value: bigint) => value + Fp.ORDER,
        (value: bigint) => value + (1n << 384n),
        (value: bigint) => value + (1n << 511n),
        (value: bigint) => value ^ 1n,
        () => Fp.ORDER,
        () => (1n << 384n) - 1n,
        () => 0n,
      ];
      for (const change of changes) {
        assert.equal(resultOf(address, changed(change)), 'failure');
        assert.equal(resultOf(address, concatBytes(good, changed(change))), 'failure');
      }
    }
  });
}

testGroup<G1>('G1', 0x0c, {
  base: bls12_381.G1.Point.BASE,
  zero: bls12_381.G1.Point.ZERO,
  encode: encode1,
  strays: several(4, stray1), // the first of them, (0, 2), has order 3
});
testGroup<G2>('G2', 0x0e, {
  base: bls12_381.G2.Point.BASE,
  zero: bls12_381.G2.Point.ZERO,
  encode: encode2,
  strays: several(2, stray2),
});
