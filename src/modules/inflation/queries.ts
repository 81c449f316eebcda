import { integer, measured, objectOf, oneOfTexts, parameter, text } from '../../kernel/module-sdk/figures.ts';
import { moduleDisabled, query } from '../../kernel/module-sdk/query.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { currentEmission } from './current.ts';
import type { Dependencies } from './dependencies.ts';
import { inflationParams } from './params.ts';

export const inflationSchema = objectOf({
  inflation_rate: measured(
    text,
    'what is minted in the 365 days from now, at the pace of the last epochs and under the cap, as a fraction of the supply',
  ),
  current_epoch: measured(integer),
  current_year: measured(integer, 'from 1, by the time that all epochs took'),
  block_start: measured(integer, 'first block of the epoch'),
  total_minted: measured(text, 'uqor since genesis'),
  emission_mode: parameter(oneOfTexts(['schedule', 'fixed'])),
  epoch_emission: measured(text, 'uqor that the next epoch mints'),
  epoch_duration_ms: measured(
    integer,
    'an epoch at the pace of the last ones, by the times in the headers; the target before the first ended',
  ),
  measured_epochs: measured(integer, 'epochs that this was measured over, at most 7; 0: it is the target'),
  max_total_emission: parameter(text, 'uqor; left out when there is no cap'),
});

/** The members of qor_getInflationRate. */
export function inflationRate(state: StateView, targetBlockMs: number) {
  const { params, epoch, epochMs, measuredEpochs, emission, annualRate } = currentEmission(state, targetBlockMs);
  const capped = params.max_total_emission === 0n ? {} : { max_total_emission: params.max_total_emission.toString() };
  return {
    inflation_rate: formatDecimal(annualRate, 1),
    current_epoch: epoch.current_epoch,
    current_year: epoch.current_year,
    block_start: epoch.block_start,
    total_minted: epoch.total_minted.toString(),
    emission_mode: params.emission_mode,
    epoch_emission: emission.toString(),
    epoch_duration_ms: epochMs,
    measured_epochs: measuredEpochs,
    ...capped,
  };
}

/** The `qor_` methods of the module. */
export function inflationQueries({ targetBlockMs }: Dependencies) {
  return [
    query('qor_getInflationRate', 'How fast new coins come into existence.', [], inflationSchema, ({ state }) => {
      if (!inflationParams.get(state).enabled) throw moduleDisabled('inflation');
      return inflationRate(state, targetBlockMs(state));
    }),
  ];
}
