import type { StateView, WorldState } from '../../state/types.ts';
import { builtInPolicy } from './built-in-policy.ts';
import { weightBytes, weightCount } from './network.ts';
import { rlParams } from './params.ts';
import { policyPieces, policyRecord } from './records.ts';

/**
 * The weights of the policy in use: what the authority has written, else the built-in one; undefined when there is
 * none.
 */
export function activePolicy(state: StateView): Int32Array | undefined {
  if (policyRecord.get(state).active) return joinedWeights(state);
  return rlParams.get(state).built_in_policy ? builtInPolicy() : undefined;
}

/** All pieces as weights; undefined when they are not exactly as many as the network has. */
export function joinedWeights(state: StateView): Int32Array | undefined {
  const bytes = Buffer.concat([...policyPieces.list(state)].map(([, piece]) => piece));
  if (bytes.length !== weightCount * weightBytes) return undefined;
  return Int32Array.from({ length: weightCount }, (_, at) => bytes.readInt32LE(at * weightBytes));
}

/** Deactivates the policy that the authority has written. */
export function dropPolicy(state: WorldState): void {
  policyRecord.set(state, { active: false, since: 0 });
}
