import { measured, objectOf, parameter, text } from '../../kernel/module-sdk/figures.ts';
import { moduleDisabled, query } from '../../kernel/module-sdk/query.ts';
import { burnedSupply } from '../../kernel/supply.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { weiToUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { burnParams } from './params.ts';
import { statisticsRecord } from './records.ts';

const closed = { additionalProperties: false };
const shares = { validator_share: text, burn_share: text, treasury_share: text, staker_share: text };

export const burnStatsSchema = objectOf(
  {
    total_burned: measured(text, 'uqor burned since genesis, all sources'),
    total_distributed: measured(text, 'uqor paid out through the fee split'),
    channels: parameter(objectOf(shares, closed)),
    last_block_burned: measured(text, 'height of the last burn, 0 when there was none'),
  },
  closed,
);

/** The members of qor_getBurnStats. The fifth share, of light nodes, has no member there. */
export function burnStats(state: StateView) {
  const burned = burnedSupply(state);
  const { distributed } = statisticsRecord.get(state);
  const { validator_share, gas_burn_rate, treasury_share, staker_share } = burnParams.get(state);
  return {
    total_burned: weiToUqor(burned.wei).toString(),
    total_distributed: weiToUqor(distributed).toString(),
    channels: {
      validator_share: formatDecimal(validator_share, 2),
      burn_share: formatDecimal(gas_burn_rate, 2),
      treasury_share: formatDecimal(treasury_share, 2),
      staker_share: formatDecimal(staker_share, 2),
    },
    last_block_burned: burned.lastHeight.toString(),
  };
}

export const burnQueries = [
  query(
    'qor_getBurnStats',
    'What was burned and distributed since genesis, and how fees are split.',
    [],
    burnStatsSchema,
    ({ state }) => {
      if (!burnParams.get(state).enabled) throw moduleDisabled('burn');
      return burnStats(state);
    },
  ),
];
