import { boundedList } from '../../kernel/codec/bounded.ts';
import { flag } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { coins, numberOf, part } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { burnAddress } from '../addresses.ts';

const parameters = {
  enabled: param(flag, true),
  /** parts of a block's fees; the five add up to 1 */
  validator_share: param(part(), parseDecimal('0.37')),
  gas_burn_rate: param(part(), parseDecimal('0.30')),
  treasury_share: param(part(), parseDecimal('0.20')),
  staker_share: param(part(), parseDecimal('0.10')),
  light_node_share: param(part(), parseDecimal('0.03')),
  /** parts of other payments that are burned */
  ai_service_burn_rate: param(part(), parseDecimal('0.50'), {
    withoutEffect: 'nothing that the module ai does is paid for',
  }),
  bridge_burn_rate: param(part(), one),
  /** once the chain has this many transactions, so many uqor of the treasury are burned */
  milestones: param(
    boundedList(
      list(
        struct({
          transactions: numberOf('transactions', 1, 1_000_000_000_000_000, 'more than a chain executes'),
          burn: coins(),
        }),
      ),
      0,
      100,
      'every change reads them all',
    ),
    [
      { transactions: 1_000_000, burn: 10n ** 12n },
      { transactions: 10_000_000, burn: 10n ** 13n },
    ],
  ),
};

type BurnParams = ParamValues<typeof parameters>;

export const burnParams = paramsOf(burnAddress, parameters, checkBurnParams);

function checkBurnParams(params: BurnParams): string | undefined {
  const shares = [
    params.validator_share,
    params.gas_burn_rate,
    params.treasury_share,
    params.staker_share,
    params.light_node_share,
  ];
  const sum = shares.reduce<bigint>((total, share) => total + share, 0n);
  if (sum !== one) return 'the five fee shares must add up to 1';
  const rises = params.milestones.every(
    ({ transactions }, at) => at === 0 || transactions > (params.milestones[at - 1]?.transactions ?? 0),
  );
  return rises ? undefined : 'milestones must rise strictly';
}
