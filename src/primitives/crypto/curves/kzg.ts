import { bytesToBigint } from '../../bytes.ts';
import { fromHex } from '../../hex.ts';
import { once } from '../../once.ts';
import { bls12381, groupOrder } from './bls12-381.ts';
import { scalarBytes, view, withMemory } from './mcl.ts';
import { isMillerProductOne, targetBytes } from './pairing.ts';

/** The generator [1] of G1, compressed. */
const generatorBytes = [
  '0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
];

/** [1] and [τ] in G2, compressed: the first two points of the outcome of the public KZG ceremony of 2023. */
const ceremony = [
  '0x93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
  '0xb5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
];

/** In mcl's memory: the generator, and what pairings with the points of the ceremony have in common. */
const trusted = once(() => {
  const { g2 } = bls12381();
  const points = loadPoints('G2', ceremony);
  return { generator: loadPoints('G1', generatorBytes), one: linesOf(points), tau: linesOf(points + g2.pointBytes) };
});

/** A claim that the polynomial behind `commitment` takes the value `y` at `z`; points compressed, numbers big-endian. */
export type KzgClaim = {
  readonly commitment: Uint8Array;
  readonly z: Uint8Array;
  readonly y: Uint8Array;
  readonly proof: Uint8Array;
};

/**
 * Whether the claim is well-formed and true: e(commitment - y·[1] + z·proof, [1]) · e(-proof, [τ]) = 1, which is
 * verify_kzg_proof of the consensus specification (deneb, polynomial-commitments) with both products on the side of G1.
 */
export function isKzgProof({ commitment, z, y, proof }: KzgClaim): boolean {
  if (bytesToBigint(z) >= groupOrder || bytesToBigint(y) >= groupOrder) return false;
  const { mcl, g1 } = bls12381();
  const { generator } = trusted();
  return withMemory(mcl, 4 * g1.pointBytes + 2 * scalarBytes + targetBytes, (left) => {
    const right = left + g1.pointBytes;
    const points = right + g1.pointBytes; // the proof and the generator
    const scalars = points + 2 * g1.pointBytes;
    if (!decompressG1(right, commitment) || !decompressG1(points, proof)) return false;
    view(mcl, points + g1.pointBytes, g1.pointBytes).set(view(mcl, generator, g1.pointBytes));
    g1.decodeScalar(scalars, z, 0);
    g1.decodeScalar(scalars + scalarBytes, y, 0);
    mcl.mclBnFr_neg(scalars + scalarBytes, scalars + scalarBytes);
    mcl.mclBnG1_mulVec(left, points, scalars, 2);
    mcl.mclBnG1_add(left, left, right);
    mcl.mclBnG1_neg(right, points);
    return isProductOne(left, right, scalars + 2 * scalarBytes);
  });
}

/** Whether e(left, [1]) · e(right, [τ]) = 1; a pairing is one at infinity only. */
function isProductOne(left: number, right: number, target: number): boolean {
  const { mcl, g1 } = bls12381();
  if (g1.isInfinity(left) || g1.isInfinity(right)) return g1.isInfinity(left) && g1.isInfinity(right);
  mcl.mclBn_precomputedMillerLoop2(target, left, trusted().one, right, trusted().tau);
  return isMillerProductOne(mcl, target);
}

/** The lines of Miller's loop of a point of G2, kept for good. */
function linesOf(point: number): number {
  const { mcl } = bls12381();
  const lines = mcl.malloc(8 * mcl.mclBn_getUint64NumToPrecompute());
  mcl.mclBn_precomputeG2(lines, point);
  return lines;
}

/** Reads a compressed point of the subgroup of G1; false when the bytes are none. */
function decompressG1(point: number, bytes: Uint8Array): boolean {
  const { g1 } = bls12381();
  if (!readCompressed('G1', point, bytes)) return false;
  if (g1.isInfinity(point)) return bytes.subarray(1).every((byte) => byte === 0); // which mcl does not ask for
  return g1.isInSubgroup(point);
}

function readCompressed(group: 'G1' | 'G2', point: number, bytes: Uint8Array): boolean {
  const { mcl } = bls12381();
  const read = group === 'G1' ? mcl.mclBnG1_deserialize : mcl.mclBnG2_deserialize;
  return withMemory(mcl, bytes.length, (buffer) => {
    view(mcl, buffer, bytes.length).set(bytes);
    mcl.mclBn_setETHserialization(1);
    const consumed = read(point, buffer, bytes.length);
    mcl.mclBn_setETHserialization(0);
    return consumed === bytes.length;
  });
}

/** Reads points, one behind the other, into mcl's memory for good. */
function loadPoints(group: 'G1' | 'G2', points: readonly string[]): number {
  const { mcl, g1, g2 } = bls12381();
  const pointBytes = group === 'G1' ? g1.pointBytes : g2.pointBytes;
  const address = mcl.malloc(points.length * pointBytes);
  for (const [i, point] of points.entries()) {
    if (!readCompressed(group, address + i * pointBytes, fromHex(point))) throw new Error(`no point: ${point}`);
  }
  return address;
}
