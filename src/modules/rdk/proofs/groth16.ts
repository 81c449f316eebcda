import { pointFault as faultOfPoint, groupOrder, isPairingOfBls12381One, negativeOfG1 } from '@qord/curves/bls12-381';
import { sumOfProducts } from '@qord/curves/sum-of-products';
import { bigintToFixedBytes, joinBytes } from '../../../primitives/bytes.ts';
import type { Groth16Fault } from './groth16-fault.ts';
import { type EncodedPoint, type Proof, splitKey, splitProof, type VerifyingKey } from './groth16-layout.ts';

/**
 * Why the proof does not show that the circuit behind the key is satisfied for these public inputs; undefined when it
 * does. Key and proof are bytes as groth16-layout.ts has them. The equation is that of Groth, "On the Size of
 * Pairing-Based Non-interactive Arguments" (2016), 3.2, over BLS12-381: a·b = alpha·beta + (ic[0] + Σ input·ic)·gamma +
 * c·delta.
 */
export function groth16Fault(key: Uint8Array, proof: Uint8Array, inputs: readonly bigint[]): Groth16Fault | undefined {
  const keyParts = splitKey(key, inputs.length);
  if (keyParts === undefined) return { code: 'key-length', length: key.length, inputs: inputs.length };
  const proofParts = splitProof(proof);
  if (proofParts === undefined) return { code: 'proof-length', length: proof.length };
  const malformed = inputFault(inputs) ?? infinityFault(keyParts);
  if (malformed !== undefined) return malformed;
  const isTrue = isEquationTrue(keyParts, proofParts, inputs);
  if (isTrue === undefined) return pointFault([...keyPoints(keyParts), ...Object.values(proofParts)]);
  return isTrue ? undefined : { code: 'not-proven' };
}

/** Why the bytes are not a key of a circuit with that many public inputs; undefined when they can be one. */
export function verifyingKeyFault(key: Uint8Array, inputCount: number): Groth16Fault | undefined {
  const parts = splitKey(key, inputCount);
  if (parts === undefined) return { code: 'key-length', length: key.length, inputs: inputCount };
  return infinityFault(parts) ?? pointFault(keyPoints(parts));
}

/**
 * Gas of a verification: four pairings with their points' checks, and a check and a product for each ic. More than
 * EIP-2537 charges: like every call of a native module, it costs at least 100 gas for each microsecond, its share of
 * the call included.
 */
export function groth16Gas(inputCount: number): bigint {
  return 700_000n + 50_000n * BigInt(inputCount + 1);
}

function inputFault(inputs: readonly bigint[]): Groth16Fault | undefined {
  const input = inputs.findIndex((value) => value < 0n || value >= groupOrder);
  return input === -1 ? undefined : { code: 'input-range', input };
}

/**
 * Points that are never at infinity in a sound setup: with such a key anybody could prove anything, or a proof for one
 * input would be valid for every other. ic[0] may be there: a circuit need not use the constant 1.
 */
function infinityFault({ alpha, beta, gamma, delta, ic }: VerifyingKey): Groth16Fault | undefined {
  const found = [alpha, beta, gamma, delta, ...ic.slice(1)].find(({ bytes }) => bytes.every((byte) => byte === 0));
  return found && { code: 'infinity', point: found.name };
}

function keyPoints({ alpha, beta, gamma, delta, ic }: VerifyingKey): EncodedPoint[] {
  return [alpha, beta, gamma, delta, ...ic];
}

function pointFault(points: readonly EncodedPoint[]): Groth16Fault | undefined {
  for (const { name, group, bytes } of points) {
    const code = faultOfPoint(group, bytes);
    if (code !== undefined) return { code, point: name };
  }
  return undefined;
}

/** undefined when a point is not of its group. */
function isEquationTrue(key: VerifyingKey, { a, b, c }: Proof, inputs: readonly bigint[]): boolean | undefined {
  const minusA = negativeOfG1(a.bytes);
  const factors = [1n, ...inputs];
  const terms = key.ic.flatMap(({ bytes }, i) => [bytes, bigintToFixedBytes(factors[i] ?? 0n, 32)]);
  const statement = sumOfProducts('G1', joinBytes(terms));
  if (minusA === undefined || statement === undefined) return undefined;
  const { alpha, beta, gamma, delta } = key;
  const pairs = [
    [minusA, b.bytes],
    [alpha.bytes, beta.bytes],
    [statement, gamma.bytes],
    [c.bytes, delta.bytes],
  ];
  return isPairingOfBls12381One(joinBytes(pairs.flat()));
}
