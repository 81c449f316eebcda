import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bn254 } from '@noble/curves/bn254.js';
import { concatBytes } from '../../primitives/bytes.ts';
import { resultOf } from '../testing/call-precompile.ts';
import { type G1, type G2, hex, no, randomWord, word, yes } from '../testing/curve-inputs.ts';

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
