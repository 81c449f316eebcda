import { once } from '../../once.ts';
import { FieldCodec } from './field.ts';
import { Group } from './group.ts';
import { g1Operations, g2Operations } from './group-operations.ts';
import { fieldBytes, openMcl, withMemory } from './mcl.ts';
import type { PairingCurve } from './pairing.ts';

/** mcl's numbers of the curve, and of the map to it of RFC 9380, which EIP-2537 prescribes. */
const blsCurve = 5;
const mapOfRfc9380 = 5;

/** Points of each group: scalars count modulo this prime. */
export const groupOrder = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;

export const bls12381 = once((): PairingCurve & { readonly field: FieldCodec } => {
  const mcl = openMcl(blsCurve);
  mcl.mclBn_setMapToMode(mapOfRfc9380);
  const field = new FieldCodec(mcl, { padding: 16, length: 48 });
  return {
    mcl,
    field,
    g1: new Group(mcl, field, g1Operations(mcl), [0, 1]),
    g2: new Group(mcl, field, g2Operations(mcl), [0, 1, 2, 3]),
  };
});

/** The point of G1 that a field element maps to, encoded; undefined when the input is no field element. */
export function mapToG1(input: Uint8Array): Uint8Array | undefined {
  const { mcl, field, g1 } = bls12381();
  return withMemory(mcl, fieldBytes + g1.pointBytes, (element) => {
    const point = element + fieldBytes;
    if (!field.decode(element, input, 0)) return undefined;
    mcl.mclBnFp_mapToG1(point, element);
    return g1.encode(point);
  });
}

/** The point of G2 that a pair of field elements maps to, encoded; undefined when one is no field element. */
export function mapToG2(input: Uint8Array): Uint8Array | undefined {
  const { mcl, field, g2 } = bls12381();
  return withMemory(mcl, 2 * fieldBytes + g2.pointBytes, (element) => {
    const point = element + 2 * fieldBytes;
    if (!field.decode(element, input, 0)) return undefined;
    if (!field.decode(element + fieldBytes, input, field.encodedLength)) return undefined;
    mcl.mclBnFp2_mapToG2(point, element);
    return g2.encode(point);
  });
}
