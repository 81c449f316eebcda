import { bytesToBigint } from '../../bytes.ts';
import { fromHex } from '../../hex.ts';
import { once } from '../../once.ts';
import { bls12381, groupOrder } from './bls12-381.ts';
import { scalarBytes, view, withMemory } from './mcl.ts';
import { isPairingOne } from './pairing.ts';

/** The generator [1] of G1, compressed. */
const generator = [
  '0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
];

/** [1] and [τ] in G2, compressed: the first two points of the outcome of the public KZG ceremony of 2023. */
const ceremony = [
  '0x93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
  '0xb5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
];

/** Addresses of those points in mcl's memory. */
const trusted = once(() => ({ generator: loadPoints('G1', generator), ceremony: loadPoints('G2', ceremony) }));

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
  return withMemory(mcl, 3 * g1.pointBytes + scalarBytes, (left) => {
    const negatedProof = left + g1.pointBytes;
    const term = negatedProof + g1.pointBytes;
    const scalar = term + g1.pointBytes;
    if (!decompressG1(left, commitment) || !decompressG1(term, proof)) return false;
    mcl.mclBnG1_neg(negatedProof, term);

    g1.decodeScalar(scalar, z, 0);
    mcl.mclBnG1_mul(term, term, scalar);
    mcl.mclBnG1_add(left, left, term);
    g1.decodeScalar(scalar, y, 0);
    mcl.mclBnG1_mul(term, trusted().generator, scalar);
    mcl.mclBnG1_sub(left, left, term);
    return isPairingOne(mcl, left, trusted().ceremony, 2);
  });
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
