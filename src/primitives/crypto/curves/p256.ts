import { bytesToBigint } from '../../bytes.ts';
import { once } from '../../once.ts';
import { FieldCodec } from './field.ts';
import { Group } from './group.ts';
import { g1Operations } from './group-operations.ts';
import { openMcl, scalarBytes, withMemory } from './mcl.ts';

/** mcl's number of NIST's curve P-256, also known as secp256r1. */
const nistP256 = 107;
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const p256 = once(() => {
  const mcl = openMcl(nistP256);
  const field = new FieldCodec(mcl, { padding: 0, length: 32 });
  return { mcl, group: new Group(mcl, field, g1Operations(mcl), [0, 1]) };
});

/**
 * Whether digest ‖ r ‖ s ‖ x ‖ y (32 bytes each) is an ECDSA signature with the public key (x, y) (SEC 1, 4.1.4). High
 * values of s count too, as EIP-7951 says.
 */
export function isP256Signature(input: Uint8Array): boolean {
  const [r, s] = [bytesToBigint(input.subarray(32, 64)), bytesToBigint(input.subarray(64, 96))];
  if (r === 0n || s === 0n || r >= order || s >= order) return false;
  const key = input.subarray(96, 160);
  if (key.every((byte) => byte === 0)) return false; // would be read as the point at infinity
  const { mcl, group } = p256();
  return withMemory(mcl, 3 * group.pointBytes + 3 * scalarBytes, (points) => {
    if (!group.decode(points + group.pointBytes, key, 0)) return false;
    mcl.mclBnG1_getBasePoint(points);
    const scalars = points + 2 * group.pointBytes;
    decodeFactors(scalars, input);
    const sum = scalars + 3 * scalarBytes;
    mcl.mclBnG1_mulVec(sum, points, scalars, 2);
    return !group.isInfinity(sum) && bytesToBigint(group.encode(sum).subarray(0, 32)) % order === r;
  });
}

/** Writes digest / s and r / s, the factors of the base point and of the public key; a third scalar is scratch. */
function decodeFactors(scalars: number, input: Uint8Array): void {
  const { mcl, group } = p256();
  const [u1, u2, s] = [scalars, scalars + scalarBytes, scalars + 2 * scalarBytes];
  group.decodeScalar(u1, input, 0);
  group.decodeScalar(u2, input, 32);
  group.decodeScalar(s, input, 64);
  mcl.mclBnFr_inv(s, s);
  mcl.mclBnFr_mul(u1, u1, s);
  mcl.mclBnFr_mul(u2, u2, s);
}
