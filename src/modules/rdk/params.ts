import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { amount, count, fraction } from '../../kernel/codec/scalars.ts';
import { struct, withFallback } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rdkAddress } from '../addresses.ts';

/** Most bytes of a blob on any network: the call that stores one decodes no more. */
export const maxBlobBytes = 2_097_152;

const codec = struct({
  /** rollups that are not stopped */
  max_rollups: count,
  /** uqor */
  min_stake_for_rollup: amount,
  /** part of the stake that is burned at creation */
  rollup_creation_burn_rate: fraction,
  /** seconds in which a batch of a new rollup can be challenged */
  default_challenge_window: count,
  /** bytes */
  max_da_blob_size: count,
  /** blocks after which the data of a blob is removed */
  blob_retention_blocks: count,
  /** most batches that become final after one block; the others wait for the next */
  max_batches_per_block: count,
  /** seconds in which the authority must decide a challenge; after that its batch is rejected */
  challenge_decision_seconds: withFallback(count, 604_800),
  /** part of the held stake that a rollup loses with each batch that was wrong */
  fraud_slash_rate: withFallback(fraction, parseDecimal('0.5')),
  /** part of what is slashed that the challenger gets; the rest is burned */
  challenger_share: withFallback(fraction, parseDecimal('0.5')),
});
export type RdkParams = DecodedBy<typeof codec>;

export const rdkParams = paramsOf(rdkAddress, {
  codec,
  defaults: {
    max_rollups: 100,
    min_stake_for_rollup: 10_000_000_000n,
    rollup_creation_burn_rate: parseDecimal('0.01'),
    default_challenge_window: 604_800,
    max_da_blob_size: maxBlobBytes,
    blob_retention_blocks: 432_000,
    max_batches_per_block: 10,
    challenge_decision_seconds: 604_800,
    fraud_slash_rate: parseDecimal('0.5'),
    challenger_share: parseDecimal('0.5'),
  },
  development: { default_challenge_window: 60, challenge_decision_seconds: 600, blob_retention_blocks: 1_000 },
  check: (params) => {
    if (params.min_stake_for_rollup < 1n) return 'min_stake_for_rollup must be at least 1 uqor';
    if (params.rollup_creation_burn_rate < 0n || params.rollup_creation_burn_rate > one)
      return 'rollup_creation_burn_rate must be from 0 to 1';
    if (params.challenge_decision_seconds < 1 || params.challenge_decision_seconds > 31_536_000)
      return 'challenge_decision_seconds must be from 1 to 31536000';
    const isPart = (value: bigint) => value >= 0n && value <= one;
    if (!isPart(params.fraud_slash_rate) || !isPart(params.challenger_share))
      return 'fraud_slash_rate and challenger_share must be from 0 to 1';
    if (params.default_challenge_window < 1) return 'default_challenge_window must be at least 1 second';
    if (params.max_da_blob_size < 1 || params.max_da_blob_size > maxBlobBytes)
      return `max_da_blob_size must be 1 to ${maxBlobBytes} bytes`;
    if (params.blob_retention_blocks < 1) return 'blob_retention_blocks must be at least 1 block';
    return params.max_batches_per_block < 1 ? 'max_batches_per_block must be at least 1' : undefined;
  },
});
