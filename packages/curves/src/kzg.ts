import { toBigint } from './big-endian.ts';
import { groupOrder } from './bls12-381.ts';
import { bls12381Wasm } from './bls12-381-wasm.ts';
import { digitsToSeed } from './seed.ts';

/** The generator [1] of G1: x and y. */
const generator = [
  '17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
  '08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1',
];

/**
 * [1] and [τ] in G2, the first two points of the outcome of the public KZG ceremony of 2023: x and y, two numbers each.
 */
const ceremony = [
  '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
  '13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e',
  '0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801',
  '0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be',
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
  '15bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72',
  '014353bdb96b626dd7d5ee8599d1fca2131569490e28de18e82451a496a9c9794ce26d105941f383ee689bfbbb832a99',
  '1666c54b0a32529503432fcae0181b4bef79de09fc63671fda5ed1ba9bfa07899495346f3d7ac9cd23048ef30d0a154f',
];

const padding = '00'.repeat(16);

let isPrepared = false;

/** The WebAssembly, in which these points were prepared. That takes some 3 ms, once. */
function kzgWasm() {
  const wasm = bls12381Wasm();
  if (isPrepared) return wasm;
  wasm.input.set(Buffer.from([...generator, ...ceremony].map((number) => padding + number).join(''), 'hex'));
  if (wasm.prepareKzg() === 0) throw new Error('the points of the KZG ceremony are not on their curves');
  isPrepared = true;
  return wasm;
}

/**
 * A claim that the polynomial behind `commitment` takes the value `y` at `z`; points compressed, numbers big-endian.
 */
type KzgClaim = {
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
  const [point, value] = [toBigint(z), toBigint(y)];
  if (point >= groupOrder || value >= groupOrder) return false;
  const { input, isKzgProof: isProof } = kzgWasm();
  input.set(commitment);
  input.set(proof, commitment.length);
  const digits = [...digitsToSeed(point), ...digitsToSeed(value === 0n ? 0n : groupOrder - value)];
  const scalars = new DataView(input.buffer, input.byteOffset + commitment.length + proof.length);
  for (const [i, digit] of digits.entries()) scalars.setBigUint64(8 * i, digit, true);
  return isProof() === 1;
}
