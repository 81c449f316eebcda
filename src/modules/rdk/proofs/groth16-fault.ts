import type { PointFault } from '@qord/curves/bls12-381';
import { keyLength, maxInputs, proofLength } from './groth16-layout.ts';

/** Why a proof or verifying key is rejected; points by their names in groth16-layout.ts. */
export type Groth16Fault =
  | { readonly code: 'key-length'; readonly length: number; readonly inputs: number }
  | { readonly code: 'proof-length'; readonly length: number }
  | { readonly code: 'input-range'; readonly input: number }
  | { readonly code: PointFault | 'infinity'; readonly point: string }
  | { readonly code: 'not-proven' };

/** One sentence for a person. */
export function groth16FaultText(fault: Groth16Fault): string {
  switch (fault.code) {
    case 'key-length':
      if (fault.inputs > maxInputs) return `${fault.inputs} public inputs are more than ${maxInputs}`;
      return `the verifying key has ${fault.length} bytes, not ${keyLength(fault.inputs)}`;
    case 'proof-length':
      return `the proof has ${fault.length} bytes, not ${proofLength}`;
    case 'input-range':
      return `public input ${fault.input} is not below the order of the group`;
    case 'off-curve':
      return `${fault.point} is no point of the curve`;
    case 'off-subgroup':
      return `${fault.point} is outside the subgroup`;
    case 'infinity':
      return `${fault.point} of the verifying key is the point at infinity`;
    case 'not-proven':
      return 'the proof does not prove this statement';
  }
}
