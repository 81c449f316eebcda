import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { p256 } from '@noble/curves/nist.js';
import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { resultOf } from '../testing/call-precompile.ts';
import { createRandom } from '../testing/random.ts';

/*
 * Our curves against those of noble: sums, products and pairings of random points, and those where
 * libraries differ: infinity, coordinates not below the order of the field, points off the curve or outside the subgroup.
 */

type G1 = InstanceType<typeof bn254.G1.Point>;
type G2 = InstanceType<typeof bn254.G2.Point>;

const random = createRandom(21n);
const randomWord = () => (random() << 192n) | (random() << 128n) | (random() << 64n) | random();
const yes = `${'00'.repeat(31)}01`;
const no = '00'.repeat(32);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const word = (value: bigint) => bigintToFixedBytes(value, 32);

/** How the two pairing curves differ in calls. */
const curves = {
  bn254: { noble: bn254, elementLength: 32, imaginaryFirst: true, add: 0x06, pairing: 0x08 },
  'bls12-381': { noble: bls12_381, elementLength: 64, imaginaryFirst: false, add: 0x0b, pairing: 0x0f },
} as const;

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

test('the pairing of bn254 rejects points of small order in G2, and sums with them', () => {
  const { Point } = bn254.G2;
  const { b } = Point.CURVE();
  const { Fp, Fp2, Fr } = bn254.fields;
  const times = (point: G2, factor: bigint) => {
    let result = Point.ZERO;
    for (const bit of factor.toString(2)) {
      result = result.double();
      if (bit === '1') result = result.add(point);
    }
    return result;
  };
  const cofactor = 2n * Fp.ORDER - Fr.ORDER;
  const infinity = new Uint8Array(64);
  const isRefused = (point: G2) => {
    const { x, y } = point.toAffine();
    return resultOf(0x08, concatBytes(infinity, word(x.c1), word(x.c0), word(y.c1), word(y.c0))) === 'failure';
  };
  for (let i = 1n, tried = 0; tried < 6; i++) {
    const x = Fp2.fromBigTuple([randomWord() % Fp.ORDER, i]);
    let stray: G2;
    try {
      stray = Point.fromAffine({ x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), b)) });
    } catch {
      continue; // no square: the next x
    }
    tried++;
    const member = times(stray, cofactor);
    assert.equal(isRefused(member), false);
    assert.equal(isRefused(stray), true);
    for (const order of [10069n, 5864401n, cofactor]) {
      const small = times(stray, (cofactor / order) * Fr.ORDER);
      assert.ok(!small.is0() && times(small, order).is0());
      assert.equal(isRefused(small), true);
      assert.equal(isRefused(small.add(member)), true);
    }
  }
});

test('products on bn254 equal noble for scalars of any size', () => {
  const { ORDER } = bn254.fields.Fr;
  const { BASE, ZERO } = bn254.G1.Point;
  const encode = (point: G1) => {
    const { x, y } = point.is0() ? { x: 0n, y: 0n } : point.toAffine();
    return concatBytes(word(x), word(y));
  };
  const lambda = 4407920970296243842393367215006156084916469457145843978461n; // what φ multiplies by
  const known = [0n, 1n, 2n, ORDER - 1n, ORDER, ORDER + 1n, lambda, ORDER - lambda, lambda + 1n, lambda - 1n];
  const shortVectors = [
    147946756881789319010696353538189108491n,
    9931322734385697763n,
    147946756881789319000765030803803410728n,
  ];
  const scalars = [
    ...[...known, ...shortVectors, 0x8888n, 1n << 127n, (1n << 256n) - 1n].map((scalar) => [7n, scalar] as const),
    ...Array.from({ length: 60 }, () => [randomWord() % ORDER, randomWord()] as const),
    ...Array.from({ length: 40 }, () => [1n, randomWord() >> (randomWord() % 256n)] as const),
  ];
  for (const [factor, scalar] of scalars) {
    const base = BASE.multiplyUnsafe(factor);
    const product = base.multiplyUnsafe(scalar % ORDER);
    assert.equal(resultOf(0x07, concatBytes(encode(base), word(scalar))), hex(encode(product)), `${scalar}`);
  }
  assert.equal(resultOf(0x07, concatBytes(encode(ZERO), word(randomWord()))), hex(encode(ZERO)));
  assert.equal(resultOf(0x07, concatBytes(word(1n), word(1n), word(0n))), 'failure');
});

test('inputs of bn254 are padded with zeros, and pairs are whole', () => {
  const nothing = '00'.repeat(64);
  const empty = new Uint8Array(0);
  const { x, y } = bn254.G1.Point.BASE.multiplyUnsafe(randomWord() % bn254.fields.Fr.ORDER).toAffine();
  const point = concatBytes(word(x), word(y));
  assert.equal(resultOf(0x06, empty), nothing);
  assert.equal(resultOf(0x07, empty), nothing);
  assert.equal(resultOf(0x08, empty), yes);
  assert.equal(resultOf(0x06, point), hex(point));
  assert.equal(resultOf(0x06, concatBytes(point, Uint8Array.of(1))), 'failure');
  assert.equal(resultOf(0x06, concatBytes(point, new Uint8Array(64), point)), hex(point));
  assert.equal(resultOf(0x07, point), nothing);
  const byte = bn254.G1.Point.fromAffine({ x, y })
    .multiplyUnsafe((0x80n << 248n) % bn254.fields.Fr.ORDER)
    .toAffine();
  assert.equal(resultOf(0x07, concatBytes(point, Uint8Array.of(0x80))), hex(concatBytes(word(byte.x), word(byte.y))));
  for (const length of [1, 64, 191, 193, 383]) assert.equal(resultOf(0x08, new Uint8Array(length)), 'failure');
});

test('many sums on bn254 equal noble, and points off the curve are rejected', () => {
  const { Point } = bn254.G1;
  const { ORDER } = bn254.fields.Fp;
  const encode = (point: G1) => {
    const { x, y } = point.is0() ? { x: 0n, y: 0n } : point.toAffine();
    return concatBytes(word(x), word(y));
  };
  let [left, right] = [Point.BASE.multiplyUnsafe(randomWord() % ORDER), Point.BASE];
  for (let i = 0; i < 300; i++) {
    const sum = left.add(right);
    assert.equal(resultOf(0x06, concatBytes(encode(left), encode(right))), hex(encode(sum)));
    [left, right] = [right, sum];
  }
  const point = encode(left);
  for (let i = 0; i < 50; i++) {
    const wrong = concatBytes(word(randomWord() % ORDER), word(randomWord() % ORDER));
    assert.equal(resultOf(0x06, concatBytes(wrong, point)), 'failure');
    assert.equal(resultOf(0x06, concatBytes(point, wrong)), 'failure');
    assert.equal(resultOf(0x06, concatBytes(wrong, wrong)), 'failure');
  }
});

test('the pairing of bn254 rejects coordinates outside the field in each place', () => {
  const { ORDER } = bn254.fields.Fp;
  const { x: px, y: py } = bn254.G1.Point.BASE.toAffine();
  const { x, y } = bn254.G2.Point.BASE.toAffine();
  const numbers = [px, py, x.c1, x.c0, y.c1, y.c0];
  assert.equal(resultOf(0x08, concatBytes(...numbers.map(word))), no);
  for (const i of numbers.keys()) {
    const wrong = numbers.map((number, j) => (i === j ? number + ORDER : number));
    assert.equal(resultOf(0x08, concatBytes(...wrong.map(word))), 'failure');
    const changed = numbers.map((number, j) => (i === j ? number ^ 1n : number));
    assert.equal(resultOf(0x08, concatBytes(...changed.map(word))), 'failure');
  }
});

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

test('a point evaluation holds for a constant polynomial, and for nothing else', () => {
  const { ORDER } = bls12_381.fields.Fr;
  const value = randomWord() % ORDER;
  const infinity = bls12_381.G1.Point.ZERO.toBytes();
  const commitment = bls12_381.G1.Point.BASE.multiplyUnsafe(value).toBytes();
  const evaluate = (z: bigint, y: bigint, c: Uint8Array = commitment, proof: Uint8Array = infinity) => {
    const versioned = concatBytes(Uint8Array.of(1), sha256(c).subarray(1));
    return resultOf(0x0a, concatBytes(versioned, word(z), word(y), c, proof));
  };
  const expectedOutput = hex(concatBytes(word(4096n), word(ORDER)));
  assert.equal(evaluate(0n, value), expectedOutput);
  assert.equal(evaluate(ORDER - 1n, value), expectedOutput);
  assert.equal(evaluate(5n, 0n, infinity), expectedOutput);
  assert.equal(evaluate(ORDER, value), 'failure');
  assert.equal(evaluate(0n, value + ORDER), 'failure');
  assert.equal(evaluate(0n, value + 1n), 'failure');
  assert.equal(evaluate(0n, value, commitment, commitment), 'failure');

  const changed = (bytes: Uint8Array, index: number, bits: number) =>
    bytes.map((byte, i) => (i === index ? byte ^ bits : byte));
  for (const c of [changed(infinity, 47, 1), changed(infinity, 0, 0x20), changed(commitment, 0, 0x80)]) {
    assert.equal(evaluate(0n, value, c), 'failure');
  }
  for (const proof of [changed(infinity, 47, 1), changed(infinity, 0, 1)]) {
    assert.equal(evaluate(0n, value, commitment, proof), 'failure');
  }
  assert.equal(resultOf(0x0a, concatBytes(word(1n), word(0n), word(value), commitment, infinity)), 'failure');
  assert.equal(resultOf(0x0a, new Uint8Array(193)), 'failure');
});

test('multiples and shifts of a true point evaluation are true, and others are not', () => {
  const { ORDER } = bls12_381.fields.Fr;
  const { Point } = bls12_381.G1;
  const [{ input }] = JSON.parse(
    readFileSync(new URL('../../../src/evm/precompiles/fixtures/point-evaluation.json', import.meta.url), 'utf8'),
  );
  const bytes = new Uint8Array(Buffer.from(input, 'hex'));
  const [z, y] = [bytes.subarray(32, 64), bytes.subarray(64, 96)].map(bytesToBigint) as [bigint, bigint];
  const [commitment, proof] = [Point.fromBytes(bytes.subarray(96, 144)), Point.fromBytes(bytes.subarray(144))];
  const evaluate = (c: typeof commitment, at: bigint, value: bigint, pi: typeof proof) => {
    const versioned = concatBytes(Uint8Array.of(1), sha256(c.toBytes()).subarray(1));
    return resultOf(0x0a, concatBytes(versioned, word(at), word(value), c.toBytes(), pi.toBytes()));
  };
  const answer = hex(concatBytes(word(4096n), word(ORDER)));
  for (let i = 0; i < 8; i++) {
    const [factor, shift] = [
      (randomWord() % (ORDER - 1n)) + 1n,
      i === 0 ? ORDER - y : (randomWord() % (ORDER - 1n)) + 1n,
    ];
    const scale = i === 0 ? 1n : factor;
    const c = commitment.multiplyUnsafe(scale).add(Point.BASE.multiplyUnsafe(shift));
    const [value, pi] = [(scale * y + shift) % ORDER, proof.multiplyUnsafe(scale)];
    assert.equal(evaluate(c, z, value, pi), answer);
    assert.equal(evaluate(c, z, (value + 1n) % ORDER, pi), 'failure');
    assert.equal(evaluate(c, (z + 1n) % ORDER, value, pi), 'failure');
    assert.equal(evaluate(c, z, value, pi.negate()), 'failure');
    assert.equal(evaluate(c.negate(), z, value, pi), 'failure');
    assert.equal(evaluate(c, z, value, Point.ZERO), 'failure');
    // the sum of commitment, value and proof is infinity, the proof is not
    const sum = Point.BASE.multiplyUnsafe(value).subtract(z === 0n ? Point.ZERO : pi.multiplyUnsafe(z));
    assert.equal(evaluate(sum, z, value, pi), 'failure');
  }
});

test('signatures over P-256 are judged as noble judges them', () => {
  const key = new Uint8Array(32).fill(3);
  const publicKey = p256.getPublicKey(key, false);
  const { ORDER } = p256.Point.Fn;
  for (let i = 0; i < 10; i++) {
    const digest = word(i === 0 ? 0n : randomWord());
    const signature = p256.sign(digest, key, { prehash: false, lowS: false });
    const [r, s] = [bytesToBigint(signature.subarray(0, 32)), bytesToBigint(signature.subarray(32))];
    const verify = (...parts: Uint8Array[]) => resultOf(0x100, concatBytes(...parts, publicKey.subarray(1)));
    assert.equal(verify(digest, word(r), word(s)), yes);
    assert.equal(verify(digest, word(r), word(ORDER - s)), yes);
    assert.equal(verify(digest, word(r), word(s ^ 1n)), '');
    assert.equal(verify(word(bytesToBigint(digest) ^ 1n), word(r), word(s)), '');
    for (const scalar of [0n, ORDER, ORDER + 1n]) {
      assert.equal(verify(digest, word(scalar), word(s)), '');
      assert.equal(verify(digest, word(r), word(scalar)), '');
    }
  }
});

test('a digest that makes the key meet a multiple of the base point is like any other', () => {
  const { Fn, BASE } = p256.Point;
  const { ORDER } = Fn;
  const [key, nonce] = [(randomWord() % (ORDER - 1n)) + 1n, (randomWord() % (ORDER - 1n)) + 1n];
  const publicKey = BASE.multiply(key).toAffine();
  const r = BASE.multiply(nonce).toAffine().x % ORDER;
  const verify = (digest: bigint, s: bigint) =>
    resultOf(0x100, concatBytes(word(digest), word(r), word(s), word(publicKey.x), word(publicKey.y)));
  const digest = (key * r) % ORDER; // digest / r · G is the public key
  const s = (2n * digest * Fn.inv(nonce)) % ORDER;
  assert.equal(verify(digest, s), yes);
  assert.equal(verify(digest, ORDER - s), yes);
  assert.equal(verify(digest, s + 1n), '');
  assert.equal(verify(ORDER - digest, s), ''); // the sum is the point at infinity
  for (const zero of [0n, ORDER]) {
    assert.equal(verify(zero, (digest * Fn.inv(nonce)) % ORDER), yes);
    assert.equal(verify(zero, s), '');
  }
});

test('P256VERIFY returns no bytes for wrong keys and lengths', () => {
  const { p } = p256.Point.CURVE();
  const { x, y } = p256.Point.BASE.toAffine();
  const head = concatBytes(word(1n), word(1n), word(1n));
  for (const key of [
    [0n, 0n],
    [x, y + 1n],
    [x + p > 1n << 256n ? p : x + p, y],
    [p, 0n],
  ] as const) {
    assert.equal(resultOf(0x100, concatBytes(head, word(key[0]), word(key[1] % (1n << 256n)))), '');
  }
  assert.equal(resultOf(0x100, new Uint8Array(159)), '');
  assert.equal(resultOf(0x100, new Uint8Array(161)), '');
});
