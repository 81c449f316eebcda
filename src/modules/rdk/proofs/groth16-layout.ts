/*
 * How keys and proofs are written, as bytes:
 *
 *   verifying key   alpha (G1) ‖ beta (G2) ‖ gamma (G2) ‖ delta (G2) ‖ ic[0] … ic[n] (G1 each)   896 + 128·(n + 1) bytes
 *   proof           a (G1) ‖ b (G2) ‖ c (G1)                                                   512 bytes
 *
 * where n is the number of public inputs, 16 at most. Points are encoded as EIP-2537 has them: an element of the field
 * is 64 bytes (16 zeros, 48 bytes big-endian), a point of G1 is x ‖ y, one of G2 is x.c0 ‖ x.c1 ‖ y.c0 ‖ y.c1, and all
 * zeros are the point at infinity.
 */

const g1Bytes = 128;
const g2Bytes = 256;
const fixedLength = g1Bytes + 3 * g2Bytes;
export const proofLength = 2 * g1Bytes + g2Bytes;
/** Most public inputs of a key. */
export const maxInputs = 16;

/** A part of a key or proof. */
export type EncodedPoint = { readonly name: string; readonly group: 'G1' | 'G2'; readonly bytes: Uint8Array };

export type VerifyingKey = {
  readonly alpha: EncodedPoint;
  readonly beta: EncodedPoint;
  readonly gamma: EncodedPoint;
  readonly delta: EncodedPoint;
  /** Points of the constant 1, then of each public input. */
  readonly ic: readonly EncodedPoint[];
};
export type Proof = { readonly a: EncodedPoint; readonly b: EncodedPoint; readonly c: EncodedPoint };

/** Bytes of a key for that many public inputs. */
export function keyLength(inputCount: number): number {
  return fixedLength + g1Bytes * (inputCount + 1);
}

/**
 * Splits a key into points; undefined when a key for that many public inputs has another length. The points are not
 * checked.
 */
export function splitKey(key: Uint8Array, inputCount: number): VerifyingKey | undefined {
  if (inputCount > maxInputs || key.length !== keyLength(inputCount)) return undefined;
  const at = reader(key);
  return {
    alpha: at('alpha', 'G1'),
    beta: at('beta', 'G2'),
    gamma: at('gamma', 'G2'),
    delta: at('delta', 'G2'),
    ic: Array.from({ length: inputCount + 1 }, (_, i) => at(`ic[${i}]`, 'G1')),
  };
}

/** Splits a proof into points; undefined when it has another length. The points are not checked. */
export function splitProof(proof: Uint8Array): Proof | undefined {
  if (proof.length !== proofLength) return undefined;
  const at = reader(proof);
  return { a: at('a', 'G1'), b: at('b', 'G2'), c: at('c', 'G1') };
}

function reader(bytes: Uint8Array) {
  let offset = 0;
  return (name: string, group: EncodedPoint['group']): EncodedPoint => {
    const start = offset;
    offset += group === 'G1' ? g1Bytes : g2Bytes;
    return { name, group, bytes: bytes.subarray(start, offset) };
  };
}
