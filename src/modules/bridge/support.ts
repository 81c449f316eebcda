import type { StateView } from '../../state/types.ts';
import { type Support, supportsOf } from './attesting.ts';
import type { Dependencies } from './dependencies.ts';
import { bridgeParams } from './params.ts';
import type { Operation } from './records.ts';

/**
 * The attestations that suffice for the operation now: as many validators as the threshold says, with which at least
 * two thirds of the bonded power of the active set are. Undefined while there are none.
 */
export function sufficientSupport(
  dependencies: Dependencies,
  state: StateView,
  id: string,
  operation: Operation,
): Support | undefined {
  const { attestation_threshold } = bridgeParams.get(state);
  const all = dependencies.activePower(state);
  const supports = supportsOf(dependencies, state, id, operation);
  return supports.find(({ heads, power }) => heads >= attestation_threshold && power * 3n >= all * 2n);
}
