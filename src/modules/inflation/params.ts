import { boundedList } from '../../kernel/codec/bounded.ts';
import { flag, oneOf } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { blocks, coins, numberOf, part } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { inflationAddress } from '../addresses.ts';

const rate = (year: number, text: string) => ({ year, rate: parseDecimal(text) });

const parameters = {
  enabled: param(flag, true),
  /** schedule: a yearly rate of the supply; fixed: the same amount every epoch */
  emission_mode: param(oneOf('schedule', 'fixed'), 'fixed'),
  /** blocks */
  epoch_length: param(blocks(1), 17_280, { mainnet: 43_200, development: 20 }),
  /** uqor per epoch in fixed mode */
  fixed_epoch_emission: param(coins(), 16_239_000_000n),
  /** uqor since genesis after which nothing is minted any more; 0 for no cap */
  max_total_emission: param(coins(), 114_285_714_000_000n),
  /** yearly rates by year, counted from 1; the last holds for all later years */
  schedule: param(
    boundedList(
      list(struct({ year: numberOf('years', 1, 10_000, 'counted from 1'), rate: part() })),
      0,
      100,
      'the last rate holds for all later years',
    ),
    [rate(1, '0.175'), rate(2, '0.11'), rate(3, '0.07'), rate(4, '0.07'), rate(5, '0.02')],
  ),
};
export type InflationParams = ParamValues<typeof parameters>;

export const inflationParams = paramsOf(
  inflationAddress,
  parameters,
  ({ emission_mode, fixed_epoch_emission, schedule }) => {
    if (emission_mode === 'fixed' && fixed_epoch_emission === 0n)
      return 'fixed_epoch_emission must be above 0 in fixed mode';
    if (emission_mode === 'schedule' && schedule.length === 0) return 'schedule must name at least one year';
    const rises = schedule.every(({ year }, at) => at === 0 || year > (schedule[at - 1]?.year ?? 0));
    return rises ? undefined : 'the years of schedule must rise';
  },
);
