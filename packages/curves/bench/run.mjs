/**
 * Compares this package with mcl-wasm, noble, c-kzg and hash-wasm: the table in README.md. Inputs here are encoded, and
 * decoding and the checks of points count; peers get points of their own, and only check what Ethereum asks for.
 */
import { randomBytes } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { isPairingOfBls12381One, sumOfPoints } from '@qord/curves/bls12-381';
import { isPairingOnBn254One, productOnBn254, sumOnBn254 } from '@qord/curves/bn254';
import { keccak256 } from '@qord/curves/keccak';
import { isKzgProof } from '@qord/curves/kzg';
import { verifyMlDsa } from '@qord/curves/ml-dsa';
import { sumOfProducts } from '@qord/curves/sum-of-products';
import { onBls, onBn, scalarBytes } from './inputs.mjs';
import { measure, printRow } from './measure.mjs';
import { openKeccak, openKzg, openMcl } from './peers.mjs';

console.log('| work | here | mcl-wasm (ratio) | noble (ratio) | other (ratio) |');
console.log('| --- | --- | --- | --- | --- |');
const row = (name, rounds, makeInput, ways) => printRow(name, measure(makeInput, ways, rounds));

/** Points, numbers and pairings of mcl; `points` are those of inputs.mjs. */
function mclValues(mcl) {
  const number = ({ scalar }) => scalarOf(scalar);
  const scalarOf = (scalar) => {
    const value = new mcl.Fr();
    value.setStr(scalar.toString(16), 16);
    return value;
  };
  const text = (value) =>
    typeof value === 'bigint' ? value.toString(16) : `${value.c0.toString(16)} ${value.c1.toString(16)}`;
  const point = (Group, { x, y }) => {
    const made = new Group();
    made.setStr(`1 ${text(x)} ${text(y)}`, 16);
    return made;
  };
  return { number, scalarOf, g1: (each) => point(mcl.G1, each), g2: (each) => point(mcl.G2, each) };
}

const checked = (point) => {
  if (!point.isValidOrder()) throw new Error('not of the group');
  return point;
};
const valid = (point) => {
  point.assertValidity();
  return point;
};

/** A check of two pairs: e(a·P, b·Q) · e(-ab·P, Q) = 1. */
async function comparePairings(name, points, curve, mclName, isOne) {
  const mcl = await openMcl(mclName);
  const values = mclValues(mcl);
  const { Point } = curve.G1;
  const makeInput = () => {
    const [p, q] = [points.g1(), points.g2()];
    const scalar = points.order - ((p.scalar * q.scalar) % points.order);
    const noble = Point.BASE.multiply(scalar);
    const { x, y } = noble.toAffine();
    const length = p.bytes.length / 2;
    const minus = {
      x,
      y,
      noble,
      bytes: Buffer.from([x, y].map((each) => each.toString(16).padStart(2 * length, '0')).join(''), 'hex'),
    };
    const base = basesOf(curve, points);
    const bytes = Buffer.concat([p.bytes, q.bytes, minus.bytes, base.bytes]);
    return { p, q, minus, base, bytes, mcl: [values.g1(p), values.g2(q), values.g1(minus), values.g2(base)] };
  };
  row(`${name}: check of two pairs`, 60, makeInput, {
    here: ({ bytes }) => isOne(bytes),
    mcl: ({ mcl: [p, q, minus, base] }) => {
      for (const each of [q, base]) checked(each);
      const product = mcl.mul(mcl.millerLoop(p, q), mcl.millerLoop(minus, base));
      return mcl.finalExp(product).isOne();
    },
    noble: ({ p, q, minus, base }) => {
      for (const each of [p, q, minus, base]) valid(each.noble);
      const pairs = [
        { g1: p.noble, g2: q.noble },
        { g1: minus.noble, g2: base.noble },
      ];
      return curve.fields.Fp12.eql(curve.pairingBatch(pairs), curve.fields.Fp12.ONE);
    },
  });
}

/** The generator of G2, as inputs.mjs encodes points. */
function basesOf(curve, points) {
  const noble = curve.G2.Point.BASE;
  const { x, y } = noble.toAffine();
  const sample = points.g2();
  const length = sample.bytes.length / 4;
  const isImaginaryFirst = length === 32;
  const parts = [x, y].flatMap(({ c0, c1 }) => (isImaginaryFirst ? [c1, c0] : [c0, c1]));
  const bytes = Buffer.from(parts.map((each) => each.toString(16).padStart(2 * length, '0')).join(''), 'hex');
  return { x, y, noble, bytes };
}

async function compareBn254() {
  const mcl = await openMcl('BN_SNARK1');
  const values = mclValues(mcl);
  const two = () => {
    const [p, q] = [onBn.g1(), onBn.g1()];
    return { p, q, bytes: Buffer.concat([p.bytes, q.bytes]), mcl: [values.g1(p), values.g1(q)] };
  };
  row('BN254: sum of two points', 200, two, {
    here: ({ bytes }) => void sumOnBn254(bytes),
    mcl: ({ mcl: [p, q] }) => void mcl.normalize(mcl.add(p, q)),
    noble: ({ p, q }) => void p.noble.add(q.noble).toAffine(),
  });
  const product = () => {
    const [p, scalar] = [onBn.g1(), onBn.scalar()];
    const bytes = Buffer.concat([p.bytes, scalarBytes(scalar)]);
    return { p, scalar, bytes, mcl: [values.g1(p), values.scalarOf(scalar)] };
  };
  row('BN254: product', 200, product, {
    here: ({ bytes }) => void productOnBn254(bytes),
    mcl: ({ mcl: [p, scalar] }) => void mcl.normalize(mcl.mul(p, scalar)),
    noble: ({ p, scalar }) => void p.noble.multiply(scalar).toAffine(),
  });
  await comparePairings('BN254', onBn, bn254, 'BN_SNARK1', isPairingOnBn254One);
}

/** Sums of `count` products in a group of BLS12-381. */
function compareProducts(mcl, values, group, count, rounds) {
  const key = group.toLowerCase();
  const { Point } = bls12_381[group];
  const makeInput = () => {
    const all = Array.from({ length: count }, () => ({ point: onBls[key](), scalar: onBls.scalar() }));
    const bytes = Buffer.concat(all.flatMap(({ point, scalar }) => [point.bytes, scalarBytes(scalar)]));
    return { all, bytes, mcl: all.map(({ point, scalar }) => [values[key](point), values.scalarOf(scalar)]) };
  };
  row(`BLS12-381: ${count === 1 ? 'product' : `sum of ${count} products`} in ${group}`, rounds, makeInput, {
    here: ({ bytes }) => void sumOfProducts(group, bytes),
    mcl: ({ mcl: pairs }) => {
      for (const [point] of pairs) checked(point);
      const sum = mcl.mulVec(
        pairs.map(([point]) => point),
        pairs.map(([, scalar]) => scalar),
      );
      mcl.normalize(sum);
    },
    noble: ({ all }) => {
      for (const { point } of all) valid(point.noble);
      if (count === 1) void all[0].point.noble.multiply(all[0].scalar).toAffine();
      else {
        const sum = all.map(({ point, scalar }) => point.noble.multiply(scalar)).reduce((a, b) => a.add(b), Point.ZERO);
        void sum.toAffine();
      }
    },
  });
}

async function compareBls() {
  const mcl = await openMcl('BLS12_381');
  const values = mclValues(mcl);
  const two = () => {
    const [p, q] = [onBls.g1(), onBls.g1()];
    return { p, q, bytes: Buffer.concat([p.bytes, q.bytes]), mcl: [values.g1(p), values.g1(q)] };
  };
  row('BLS12-381: sum of two points', 200, two, {
    here: ({ bytes }) => void sumOfPoints('G1', bytes),
    mcl: ({ mcl: [p, q] }) => void mcl.normalize(mcl.add(p, q)),
    noble: ({ p, q }) => void p.noble.add(q.noble).toAffine(),
  });
  compareProducts(mcl, values, 'G1', 1, 100);
  compareProducts(mcl, values, 'G1', 64, 20);
  compareProducts(mcl, values, 'G2', 1, 100);
  await comparePairings('BLS12-381', onBls, bls12_381, 'BLS12_381', isPairingOfBls12381One);
}

function compareKzg() {
  const kzg = openKzg();
  if (kzg === undefined) return;
  const makeInput = () => {
    const blob = new Uint8Array(131_072);
    for (let at = 0; at < 64; at++) blob.set(randomBytes(31), 32 * at + 1);
    const commitment = kzg.blobToKzgCommitment(blob);
    const z = Uint8Array.from(scalarBytes(onBls.scalar()));
    const [proof, y] = kzg.computeKzgProof(blob, z);
    return { commitment, z, y, proof };
  };
  row('KZG proof', 30, makeInput, {
    here: (claim) => isKzgProof(claim),
    other: ({ commitment, z, y, proof }) => kzg.verifyKzgProof(commitment, z, y, proof),
  });
}

async function compareKeccak() {
  const hash = await openKeccak();
  for (const length of [32, 64, 500, 100_000]) {
    const many = length > 10_000 ? 1 : 100;
    const makeInput = () => Array.from({ length: many }, () => randomBytes(length));
    const first = (run) => (messages) => {
      let last;
      for (const message of messages) last = run(message);
      return Buffer.from(last).toString('hex');
    };
    const ways = { here: first(keccak256), noble: first(keccak_256), other: first(hash) };
    const times = measure(makeInput, ways, 100);
    const perMessage = Object.entries(times).map(([name, time]) => [name, time / many]);
    printRow(`Keccak-256 of ${length.toLocaleString('en')} bytes`, Object.fromEntries(perMessage));
  }
}

function compareMlDsa() {
  for (const [scheme, noble] of Object.entries({
    'ml-dsa-44': ml_dsa44,
    'ml-dsa-65': ml_dsa65,
    'ml-dsa-87': ml_dsa87,
  })) {
    const makeInput = () => {
      const { publicKey, secretKey } = noble.keygen(randomBytes(32));
      const message = randomBytes(100);
      return { publicKey, message, signature: noble.sign(message, secretKey) };
    };
    row(`${scheme}: verify`, 60, makeInput, {
      here: ({ publicKey, signature, message }) => verifyMlDsa(scheme, publicKey, signature, message),
      noble: ({ publicKey, signature, message }) => noble.verify(signature, message, publicKey),
    });
  }
}

await compareBn254();
await compareBls();
compareKzg();
await compareKeccak();
compareMlDsa();
