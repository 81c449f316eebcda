import { once } from '../../once.ts';
import { g2SubgroupCheck } from './bn254-subgroup.ts';
import { FieldCodec } from './field.ts';
import { Group } from './group.ts';
import { g1Operations, g2Operations } from './group-operations.ts';
import { openMcl } from './mcl.ts';
import type { PairingCurve } from './pairing.ts';

/** mcl's number of the curve that Ethereum calls alt_bn128 (EIP-196), also known as BN254. */
const snarkCurve = 4;

export const bn254 = once((): PairingCurve => {
  const mcl = openMcl(snarkCurve);
  const field = new FieldCodec(mcl, { padding: 0, length: 32 });
  const wholeCurve = { ...g1Operations(mcl), isValidOrder: () => 1 }; // G1 has no smaller subgroup
  const twist = { ...g2Operations(mcl), isValidOrder: g2SubgroupCheck(mcl, field) };
  return {
    mcl,
    g1: new Group(mcl, field, wholeCurve, [0, 1]),
    g2: new Group(mcl, field, twist, [1, 0, 3, 2]), // the imaginary part comes first (EIP-197)
  };
});
