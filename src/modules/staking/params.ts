import { boundedList } from '../../kernel/codec/bounded.ts';
import { oneOf } from '../../kernel/codec/scalars.ts';
import { list, struct, withFallback } from '../../kernel/codec/structures.ts';
import { blocks, coins, numberOf, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { consensusKeyTypes } from '../../primitives/crypto/consensus-key.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { stakingAddress } from '../addresses.ts';

const codec = struct({
  /** Time between undelegating and being paid. */
  unbonding_seconds: seconds(1),
  /** size of the active set */
  max_validators: numberOf('validators', 1, 1_000, 'every block counts the signatures of all'),
  min_commission: part(),
  /** uqor a new validator delegates to itself */
  min_self_bond: coins(),
  /** blocks in which signatures are counted */
  signed_blocks_window: blocks(1, 1_000_000),
  /** part of a window that must be signed */
  min_signed_per_window: part(),
  /** blocks a validator stays jailed before it may be unjailed */
  jail_blocks: blocks(0),
  /** kinds of consensus keys that new validators may have */
  key_types: withFallback(
    boundedList(list(oneOf(...consensusKeyTypes)), 1, consensusKeyTypes.length, 'each kind once'),
    consensusKeyTypes,
  ),
  /** redelegations of one account to one validator within the unbonding time */
  max_entries: withFallback(numberOf('redelegations', 1, 100, 'a slash follows all of them'), 7),
});

export const stakingParams = paramsOf(stakingAddress, {
  codec,
  defaults: {
    unbonding_seconds: 600,
    max_validators: 150,
    min_commission: parseDecimal('0.05'),
    min_self_bond: 100_000_000_000n,
    signed_blocks_window: 10_000,
    min_signed_per_window: parseDecimal('0.05'),
    jail_blocks: 260,
    key_types: consensusKeyTypes,
    max_entries: 7,
  },
  mainnet: { unbonding_seconds: 21 * 86_400, max_validators: 100 },
  development: { unbonding_seconds: 20, signed_blocks_window: 100, jail_blocks: 10 },
  check: ({ key_types }) =>
    new Set(key_types).size === key_types.length ? undefined : 'key_types must name each type once',
});
