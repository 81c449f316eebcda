import type { Group } from './group.ts';
import type { Mcl } from './mcl.ts';
import { fieldBytes, withMemory } from './mcl.ts';

/** bytes of an element of the target field in mcl's memory */
const targetBytes = 12 * fieldBytes;

/** A curve with its two groups and the pairing of them. */
export type PairingCurve = { readonly mcl: Mcl; readonly g1: Group; readonly g2: Group };

/**
 * Whether the product of the pairings of any number of encoded (G1 point ‖ G2 point) is one; undefined when a point is
 * not of its subgroup.
 */
export function isEncodedPairingOne(curve: PairingCurve, input: Uint8Array): boolean | undefined {
  const { mcl, g1, g2 } = curve;
  const length = g1.encodedLength + g2.encodedLength;
  const count = input.length / length;
  return withMemory(mcl, count * (g1.pointBytes + g2.pointBytes), (left) => {
    const right = left + count * g1.pointBytes;
    for (let i = 0; i < count; i++) {
      const [p, q] = [left + i * g1.pointBytes, right + i * g2.pointBytes];
      if (!g1.decode(p, input, i * length) || !g2.decode(q, input, i * length + g1.encodedLength)) return undefined;
      if (!g1.isInSubgroup(p) || !g2.isInSubgroup(q)) return undefined;
    }
    return isPairingOne(mcl, left, right, count);
  });
}

/** Whether the product of the pairings of `count` points at `left` (G1) with those at `right` (G2) is one. */
function isPairingOne(mcl: Mcl, left: number, right: number, count: number): boolean {
  if (count === 0) return true;
  return withMemory(mcl, targetBytes, (target) => {
    mcl.mclBn_millerLoopVec(target, left, right, count);
    mcl.mclBn_finalExp(target, target);
    return mcl.mclBnGT_isOne(target) === 1;
  });
}
