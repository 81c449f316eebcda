import { bigintToFixedBytes, bytesToBigint, concatBytes } from '../../bytes.ts';
import { fromHex } from '../../hex.ts';
import { once } from '../../once.ts';
import { bls12381, groupOrder } from './bls12-381.ts';
import { isPairingOfBls12381One } from './bls12-381-pairing.ts';
import { scalarBytes, view, withMemory } from './mcl.ts';
import { sumOfProducts } from './sum-of-products.ts';

/** The generator [1] of G1, compressed. */
const generatorBytes =
  '0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb';

/** [1] and [τ] in G2, compressed: the first two points of the outcome of the public KZG ceremony of 2023. */
const ceremony = {
  one: '0x93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
  tau: '0xb5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
};

/** The same points, as sums and pairings have them. */
const trusted = once(() => ({
  generator: trustedPoint('G1', generatorBytes),
  one: trustedPoint('G2', ceremony.one),
  tau: trustedPoint('G2', ceremony.tau),
}));

function trustedPoint(group: 'G1' | 'G2', compressed: string): Uint8Array {
  const point = decompress(group, fromHex(compressed));
  if (point === undefined) throw new Error(`no point: ${compressed}`);
  return point;
}

const scalarOne = bigintToFixedBytes(1n, scalarBytes);

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
  const value = bytesToBigint(y);
  if (bytesToBigint(z) >= groupOrder || value >= groupOrder) return false;
  const [committed, proven] = [decompress('G1', commitment), decompress('G1', proof)];
  if (committed === undefined || proven === undefined) return false;
  const { generator, one, tau } = trusted();
  const negatedValue = bigintToFixedBytes(groupOrder - value, scalarBytes);
  const sum = sumOfProducts('G1', concatBytes(committed, scalarOne, proven, z, generator, negatedValue));
  if (sum === undefined) return false; // the commitment or the proof is not of the subgroup
  const negatedProof = bls12381().g1.negative(proven);
  if (negatedProof === undefined) return false;
  return isPairingOfBls12381One(concatBytes(sum, one, negatedProof, tau), { areChecked: true }) === true;
}

/** The encoded point of the curve that the bytes compress; undefined when they compress none. */
function decompress(group: 'G1' | 'G2', bytes: Uint8Array): Uint8Array | undefined {
  const { mcl, g1, g2 } = bls12381();
  const points = group === 'G1' ? g1 : g2;
  const read = group === 'G1' ? mcl.mclBnG1_deserialize : mcl.mclBnG2_deserialize;
  return withMemory(mcl, points.pointBytes + bytes.length, (point) => {
    const buffer = point + points.pointBytes;
    view(mcl, buffer, bytes.length).set(bytes);
    mcl.mclBn_setETHserialization(1);
    const consumed = read(point, buffer, bytes.length);
    mcl.mclBn_setETHserialization(0);
    if (consumed !== bytes.length) return undefined;
    const isPure = !points.isInfinity(point) || bytes.subarray(1).every((byte) => byte === 0); // which mcl does not ask for
    return isPure ? points.encode(point) : undefined;
  });
}
