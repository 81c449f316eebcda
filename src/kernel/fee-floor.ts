import { type Decimal, one, shareOf } from '../primitives/decimal/decimal.ts';
import type { StateView, WorldState } from '../state/types.ts';
import { fraction } from './codec/scalars.ts';
import { moduleAddress } from './module-address.ts';
import { recordsOf } from './module-sdk/record.ts';

/** The account whose record determines the floor of the base fee: that of PRISM. */
export const feeFloorAccount = moduleAddress(0x0c01);

export const feeFloorRecord = recordsOf(feeFloorAccount).single(
  0xfe,
  'fee_floor',
  'How many times the floor of the genesis parameters no base fee goes below: 1 unless PRISM has raised it.',
  fraction,
  one,
);

/** Wei per gas that the base fee of the block after this state does not go below; never less than the parameter. */
export function baseFeeFloorAfter(state: StateView, parameter: bigint): bigint {
  const floor = shareOf(parameter, feeFloorRecord.get(state));
  return floor < parameter ? parameter : floor;
}

/** Sets the floor as a multiple of the parameter. */
export function setFeeFloor(state: WorldState, factor: Decimal): void {
  if (feeFloorRecord.get(state) !== factor) feeFloorRecord.set(state, factor);
}
