import { add, clamp, type Decimal, multiply, one, parseDecimal, subtract } from '../../primitives/decimal/decimal.ts';
import type { WorldState } from '../../state/types.ts';
import { qcaParams } from './params.ts';

const minWeight = parseDecimal('0.05');
const maxWeight = parseDecimal('0.80');

/** Changes the weights of the first two pools by a relative amount. Each stays within bounds, and so does the third. */
export function shiftPoolWeights(state: WorldState, rposDelta: Decimal, dposDelta: Decimal): void {
  const params = qcaParams.get(state);
  const shifted = (weight: Decimal, delta: Decimal) => clamp(multiply(weight, add(one, delta)), minWeight, maxWeight);
  const weight_rpos = shifted(params.weight_rpos, rposDelta);
  const room = subtract(subtract(one, minWeight), weight_rpos);
  const weight_dpos = clamp(shifted(params.weight_dpos, dposDelta), minWeight, room);
  qcaParams.set(state, { ...params, weight_rpos, weight_dpos });
}

/** Resets the weights to the defaults. */
export function resetPoolWeights(state: WorldState): void {
  const { weight_rpos, weight_dpos } = qcaParams.defaults;
  qcaParams.set(state, { ...qcaParams.get(state), weight_rpos, weight_dpos });
}
