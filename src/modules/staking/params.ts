import { amount, count, fraction, oneOf } from '../../kernel/codec/scalars.ts';
import { list, struct, withFallback } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { consensusKeyTypes } from '../../primitives/crypto/consensus-key.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { stakingAddress } from '../addresses.ts';

const codec = struct({
  /** from undelegating to being paid */
  unbonding_seconds: count,
  /** size of the active set */
  max_validators: count,
  min_commission: fraction,
  /** uqor a new validator delegates to itself */
  min_self_bond: amount,
  /** blocks in which signatures are counted */
  signed_blocks_window: count,
  /** part of a window that must be signed */
  min_signed_per_window: fraction,
  /** blocks a validator stays jailed before it may be unjailed */
  jail_blocks: count,
  /** kinds of consensus keys that new validators may have */
  key_types: withFallback(list(oneOf(...consensusKeyTypes)), consensusKeyTypes),
  /** redelegations of one account to one validator within the unbonding time */
  max_entries: withFallback(count, 7),
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
  check: ({ max_validators, signed_blocks_window, min_commission, min_signed_per_window, key_types, max_entries }) => {
    if (max_validators < 1 || max_validators > 1_000) return 'max_validators must be from 1 to 1000';
    if (signed_blocks_window < 1) return 'signed_blocks_window must be at least 1';
    if (max_entries < 1 || max_entries > 100) return 'max_entries must be from 1 to 100';
    if (key_types.length === 0 || new Set(key_types).size !== key_types.length) {
      return 'key_types must name at least one type, and each once';
    }
    const isPart = (value: bigint) => value >= 0n && value <= one;
    return isPart(min_commission) && isPart(min_signed_per_window) ? undefined : 'rates must be from 0 to 1';
  },
});
