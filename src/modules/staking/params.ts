import { boundedList } from '../../kernel/codec/bounded.ts';
import { oneOf } from '../../kernel/codec/scalars.ts';
import { list } from '../../kernel/codec/structures.ts';
import { blocks, coins, numberOf, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { consensusKeyTypes } from '../../primitives/crypto/consensus-key.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { stakingAddress } from '../addresses.ts';

const parameters = {
  /** Time between undelegating and being paid. */
  unbonding_seconds: param(seconds(1), 600, { mainnet: 21 * 86_400, development: 20 }),
  /** size of the active set */
  max_validators: param(numberOf('validators', 1, 1_000, 'every block counts the signatures of all'), 150, {
    mainnet: 100,
  }),
  min_commission: param(part(), parseDecimal('0.05')),
  /** uqor a new validator delegates to itself */
  min_self_bond: param(coins(), 100_000_000_000n),
  /** blocks in which signatures are counted */
  signed_blocks_window: param(blocks(1, 1_000_000), 10_000, { development: 100 }),
  /** part of a window that must be signed */
  min_signed_per_window: param(part(), parseDecimal('0.05')),
  /** blocks a validator stays jailed before it may be unjailed */
  jail_blocks: param(blocks(0), 260, { development: 10 }),
  /** kinds of consensus keys that new validators may have */
  key_types: param(
    boundedList(list(oneOf(...consensusKeyTypes)), 1, consensusKeyTypes.length, 'each kind once'),
    consensusKeyTypes,
  ),
  /** redelegations of one account to one validator within the unbonding time */
  max_entries: param(numberOf('redelegations', 1, 100, 'a slash follows all of them'), 7),
};

export const stakingParams = paramsOf(stakingAddress, parameters, ({ key_types }) =>
  new Set(key_types).size === key_types.length ? undefined : 'key_types must name each type once',
);
