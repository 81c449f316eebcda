import { totalSupply } from '../../kernel/supply.ts';
import type { Decimal } from '../../primitives/decimal/decimal.ts';
import { weiToUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { annualRate, epochEmission } from './emission.ts';
import { epochMs, paceRecord } from './pace.ts';
import { type InflationParams, inflationParams } from './params.ts';
import { type Epoch, epochRecord } from './records.ts';

/** Where emission stands, at the pace of the last epochs. */
type CurrentEmission = {
  readonly params: InflationParams;
  readonly epoch: Epoch;
  /** milliseconds that an epoch takes */
  readonly epochMs: number;
  /** epochs that this was measured over; 0: it is the target */
  readonly measuredEpochs: number;
  /** uqor that an epoch of that length mints */
  readonly emission: bigint;
  /** growth of the supply in the year from now */
  readonly annualRate: Decimal;
};

/** The emission of the next epoch by the measured pace; `targetBlockMs` is used before the first epoch has ended. */
export function currentEmission(state: StateView, targetBlockMs: number): CurrentEmission {
  const params = inflationParams.get(state);
  const epoch = epochRecord.get(state);
  const supply = weiToUqor(totalSupply(state));
  const milliseconds = epochMs(state, params.epoch_length, targetBlockMs);
  return {
    params,
    epoch,
    epochMs: milliseconds,
    measuredEpochs: paceRecord.get(state).measured.length,
    emission: epochEmission(params, epoch, supply, milliseconds),
    annualRate: annualRate(params, epoch, supply, milliseconds, paceRecord.get(state).elapsed),
  };
}
