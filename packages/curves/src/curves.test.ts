import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import fc from 'fast-check';
import { toBytes } from './big-endian.ts';
import { isPairingOfBls12381One, mapToPoint, negativeOfG1, pointFault, sumOfPoints } from './bls12-381.ts';
import { isPairingOnBn254One, productOnBn254, sumOnBn254 } from './bn254.ts';
import { isKzgProof } from './kzg.ts';
import { inverse, modulo } from './modular.ts';
import { sumOfProducts } from './sum-of-products.ts';

const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const scalarOf = (order: bigint) => fc.bigInt({ min: 1n, max: order - 1n });
const { ORDER: orderOfBls } = bls12_381.fields.Fr;
const { ORDER: orderOfBn } = bn254.fields.Fr;

type Affine<T> = { toAffine(): { x: T; y: T } };
type Complex = { c0: bigint; c1: bigint };

const bls = {
  g1: (point: Affine<bigint>) => {
    const { x, y } = point.toAffine();
    return join(toBytes(x, 64), toBytes(y, 64));
  },
  g2: (point: Affine<Complex>) => {
    const { x, y } = point.toAffine();
    return join(...[x.c0, x.c1, y.c0, y.c1].map((number) => toBytes(number, 64)));
  },
};
const bn = {
  g1: (point: Affine<bigint>) => {
    const { x, y } = point.toAffine();
    return join(toBytes(x, 32), toBytes(y, 32));
  },
  g2: (point: Affine<Complex>) => {
    const { x, y } = point.toAffine();
    return join(...[x.c1, x.c0, y.c1, y.c0].map((number) => toBytes(number, 32)));
  },
};

test('sums and products of random points of BLS12-381 equal those of noble', () => {
  const [G1, G2] = [bls12_381.G1.Point, bls12_381.G2.Point];
  const property = fc.property(scalarOf(orderOfBls), scalarOf(orderOfBls), (a, b) => {
    const [p, q] = [G1.BASE.multiply(a), G1.BASE.multiply(b)];
    assert.deepEqual(sumOfPoints('G1', join(bls.g1(p), bls.g1(q))), bls.g1(p.add(q)));
    const products = join(bls.g1(p), toBytes(b, 32), bls.g1(q), toBytes(a, 32), bls.g1(p), toBytes(a, 32));
    assert.deepEqual(sumOfProducts('G1', products), bls.g1(p.multiply(b).add(q.multiply(a)).add(p.multiply(a))));
    const [r, s] = [G2.BASE.multiply(a), G2.BASE.multiply(b)];
    assert.deepEqual(sumOfPoints('G2', join(bls.g2(r), bls.g2(s))), bls.g2(r.add(s)));
    const ofG2 = join(bls.g2(r), toBytes(b, 32), bls.g2(s), toBytes(a, 32));
    assert.deepEqual(sumOfProducts('G2', ofG2), bls.g2(r.multiply(b).add(s.multiply(a))));
  });
  fc.assert(property, { numRuns: 5 });
});

test('points off a curve, off a subgroup and numbers beyond the field are rejected', () => {
  const { x, y } = bls12_381.G1.Point.BASE.toAffine();
  assert.equal(pointFault('G1', join(toBytes(x, 64), toBytes(y, 64))), undefined);
  assert.equal(pointFault('G1', join(toBytes(x, 64), toBytes(y + 1n, 64))), 'off-curve');
  assert.equal(pointFault('G1', join(toBytes(x + bls12_381.fields.Fp.ORDER, 64), toBytes(y, 64))), 'off-curve');
  const stray = join(toBytes(0n, 64), toBytes(2n, 64)); // y² = x³ + 4, of order 3
  assert.equal(pointFault('G1', stray), 'off-subgroup');
  assert.equal(negativeOfG1(join(toBytes(x, 64), new Uint8Array(64).fill(255))), undefined);
  assert.equal(mapToPoint('G1', toBytes(bls12_381.fields.Fp.ORDER, 64)), undefined);
  assert.equal(sumOnBn254(join(toBytes(1n, 32), toBytes(3n, 32), new Uint8Array(64))), undefined);
});

test('a product of pairings of BLS12-381 is one exactly when the exponents add up to zero', () => {
  const property = fc.property(scalarOf(orderOfBls), scalarOf(orderOfBls), (a, b) => {
    const p = bls.g1(bls12_381.G1.Point.BASE.multiply(a));
    const q = bls.g2(bls12_381.G2.Point.BASE.multiply(b));
    const minus = negativeOfG1(bls.g1(bls12_381.G1.Point.BASE.multiply((a * b) % orderOfBls)));
    assert.ok(minus);
    const base = bls.g2(bls12_381.G2.Point.BASE);
    assert.equal(isPairingOfBls12381One(join(p, q, minus, base)), true);
    assert.equal(isPairingOfBls12381One(join(p, q, p, base)), b === orderOfBls - 1n);
  });
  fc.assert(property, { numRuns: 3 });
});

test('a product of pairings of BN254 is one exactly when the exponents add up to zero', () => {
  const { BASE } = bn254.G1.Point;
  const property = fc.property(scalarOf(orderOfBn), scalarOf(orderOfBn), (a, b) => {
    const minus = bn.g1(BASE.multiply(modulo(-a * b, orderOfBn)));
    const [p, q] = [bn.g1(BASE.multiply(a)), bn.g2(bn254.G2.Point.BASE.multiply(b))];
    const base = bn.g2(bn254.G2.Point.BASE);
    assert.equal(isPairingOnBn254One(join(p, q, minus, base)), true);
    assert.equal(isPairingOnBn254One(join(p, q, p, base)), b === orderOfBn - 1n);
    assert.deepEqual(productOnBn254(join(p, toBytes(b, 32))), bn.g1(BASE.multiply((a * b) % orderOfBn)));
    assert.deepEqual(sumOnBn254(join(p, p)), bn.g1(BASE.multiply(a).double()));
  });
  fc.assert(property, { numRuns: 3 });
});

test('a KZG proof of a constant polynomial holds for its value only', () => {
  const property = fc.property(scalarOf(orderOfBls), scalarOf(orderOfBls), (value, z) => {
    const claim = {
      commitment: bls12_381.G1.Point.BASE.multiply(value).toBytes(),
      z: toBytes(z, 32),
      y: toBytes(value, 32),
      proof: Uint8Array.of(0xc0, ...new Uint8Array(47)), // infinity: the quotient is zero
    };
    assert.equal(isKzgProof(claim), true);
    assert.equal(isKzgProof({ ...claim, y: toBytes(value - 1n, 32) }), false);
    assert.equal(isKzgProof({ ...claim, y: toBytes(orderOfBls, 32) }), false);
  });
  fc.assert(property, { numRuns: 2 });
});

test('a number times its inverse is one', () => {
  const property = fc.property(scalarOf(orderOfBls), (value) => {
    assert.equal(modulo(value * inverse(value, orderOfBls), orderOfBls), 1n);
  });
  fc.assert(property, { examples: [[1n], [2n], [orderOfBls - 1n]] });
  assert.equal(inverse(0n, orderOfBls), 0n);
  assert.equal(modulo(-1n, orderOfBls), orderOfBls - 1n);
});
