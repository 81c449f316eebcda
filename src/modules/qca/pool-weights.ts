import {
  add,
  clamp,
  type Decimal,
  multiply,
  one,
  parseDecimal,
  subtract,
  zero,
} from '../../primitives/decimal/decimal.ts';
import type { WorldState } from '../../state/types.ts';
import { qcaParams } from './params.ts';
import { poolShiftRecord } from './records.ts';

const minWeight = parseDecimal('0.05');
const maxWeight = parseDecimal('0.80');

/**
 * Changes the weights of the first two pools by a relative amount. Each stays within bounds, and so does the third.
 * Returns which of them have changed.
 */
export function shiftPoolWeights(state: WorldState, rposDelta: Decimal, dposDelta: Decimal) {
  const params = qcaParams.get(state);
  const shifted = (weight: Decimal, delta: Decimal) => clamp(multiply(weight, add(one, delta)), minWeight, maxWeight);
  const weight_rpos = shifted(params.weight_rpos, rposDelta);
  const room = subtract(subtract(one, minWeight), weight_rpos);
  const weight_dpos = clamp(shifted(params.weight_dpos, dposDelta), minWeight, room);
  const shift = poolShiftRecord.get(state);
  poolShiftRecord.set(state, {
    rpos: subtract(add(shift.rpos, weight_rpos), params.weight_rpos),
    dpos: subtract(add(shift.dpos, weight_dpos), params.weight_dpos),
  });
  qcaParams.set(state, { ...params, weight_rpos, weight_dpos });
  return { rpos: weight_rpos !== params.weight_rpos, dpos: weight_dpos !== params.weight_dpos };
}

/** Takes back what PRISM has changed in the weights, and nothing that the authority has. */
export function resetPoolWeights(state: WorldState): void {
  const { rpos, dpos } = poolShiftRecord.get(state);
  if (rpos === zero && dpos === zero) return;
  const params = qcaParams.get(state);
  const weight_rpos = clamp(subtract(params.weight_rpos, rpos), zero, one);
  const weight_dpos = clamp(subtract(params.weight_dpos, dpos), zero, subtract(one, weight_rpos));
  poolShiftRecord.set(state, { rpos: zero, dpos: zero });
  qcaParams.set(state, { ...params, weight_rpos, weight_dpos });
}
