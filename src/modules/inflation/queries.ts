import { heightForReaders } from '../../kernel/codec/heights.ts';
import { moduleDisabled, query } from '../../kernel/module-sdk/query.ts';
import { totalSupply } from '../../kernel/supply.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { weiToUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { annualRate, epochEmission } from './emission.ts';
import { inflationParams } from './params.ts';
import { epochRecord } from './records.ts';

const text = { type: 'string' } as const;
const integer = { type: 'integer', minimum: 0 } as const;

export const inflationSchema = {
  type: 'object',
  properties: {
    inflation_rate: { ...text, description: 'growth of the supply in a year at the present pace, as a fraction' },
    current_epoch: integer,
    current_year: { ...integer, description: 'from 1' },
    block_start: { ...integer, description: 'first block of the epoch' },
    total_minted: { ...text, description: 'uqor since genesis' },
    emission_mode: { ...text, enum: ['schedule', 'fixed'] },
    epoch_emission: { ...text, description: 'uqor that the next epoch mints' },
    max_total_emission: { ...text, description: 'uqor; left out when there is no cap' },
  },
} as const;

/** The members of qor_getInflationRate. */
export function inflationRate(state: StateView) {
  const params = inflationParams.get(state);
  const epoch = epochRecord.get(state);
  const supply = weiToUqor(totalSupply(state));
  const capped = params.max_total_emission === 0n ? {} : { max_total_emission: params.max_total_emission.toString() };
  return {
    inflation_rate: formatDecimal(annualRate(params, epoch, supply), 1),
    current_epoch: epoch.current_epoch,
    current_year: epoch.current_year,
    block_start: heightForReaders(epoch.block_start),
    total_minted: epoch.total_minted.toString(),
    emission_mode: params.emission_mode,
    epoch_emission: epochEmission(params, epoch, supply).toString(),
    ...capped,
  };
}

export const inflationQueries = [
  query('qor_getInflationRate', 'How fast new coins come into existence.', [], inflationSchema, ({ state }) => {
    if (!inflationParams.get(state).enabled) throw moduleDisabled('inflation');
    return inflationRate(state);
  }),
];
