import { splitKey, splitProof } from '../../modules/rdk/proofs/groth16-layout.ts';
import { bytesToBigint } from '../../primitives/bytes.ts';

/** A verification key with one public input, as snarkjs writes it. */
export function snarkjsKey(bytes: Uint8Array) {
  const key = splitKey(bytes, 1);
  if (key === undefined) throw new RangeError('not a key');
  return {
    protocol: 'groth16',
    curve: 'bls12381',
    nPublic: 1,
    vk_alpha_1: g1(key.alpha.bytes),
    vk_beta_2: g2(key.beta.bytes),
    vk_gamma_2: g2(key.gamma.bytes),
    vk_delta_2: g2(key.delta.bytes),
    IC: key.ic.map(({ bytes: point }) => g1(point)),
  };
}

/** A proof, as snarkjs writes it. */
export function snarkjsProof(bytes: Uint8Array) {
  const proof = splitProof(bytes);
  if (proof === undefined) throw new RangeError('not a proof');
  return {
    pi_a: g1(proof.a.bytes),
    pi_b: g2(proof.b.bytes),
    pi_c: g1(proof.c.bytes),
    protocol: 'groth16',
    curve: 'bls12381',
  };
}

/** The coordinates of a point, 64 bytes each, in decimal. */
function coordinates(point: Uint8Array): readonly string[] {
  return Array.from({ length: point.length / 64 }, (_, at) =>
    bytesToBigint(point.subarray(64 * at, 64 * (at + 1))).toString(),
  );
}

function g1(point: Uint8Array) {
  return [...coordinates(point), '1'];
}

function g2(point: Uint8Array) {
  const [x0, x1, y0, y1] = coordinates(point);
  return [
    [x0, x1],
    [y0, y1],
    ['1', '0'],
  ];
}
