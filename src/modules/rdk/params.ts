import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { struct, withFallback } from '../../kernel/codec/structures.ts';
import { blocks, coins, numberOf, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rdkAddress } from '../addresses.ts';

/** Most bytes of a blob on any network: the call that stores one decodes no more. */
export const maxBlobBytes = 2_097_152;

/** uqor that a challenger puts up, unless the creator of a rollup chooses another bond. */
export const defaultChallengeBond = 1_000_000_000n;

const codec = struct({
  /** rollups that are not stopped */
  max_rollups: numberOf('rollups', 0, 1_000, 'routing compares the live layers'),
  /** uqor */
  min_stake_for_rollup: coins(1n),
  /** part of the stake that is burned at creation */
  rollup_creation_burn_rate: part(),
  /** seconds in which a batch of a new rollup can be challenged */
  default_challenge_window: seconds(1),
  /** bytes */
  max_da_blob_size: numberOf('bytes', 1, maxBlobBytes, 'the call that stores one decodes no more'),
  /** blocks after which the data of a blob is removed */
  blob_retention_blocks: blocks(1),
  /** most batches that become final after one block; the others wait for the next */
  max_batches_per_block: numberOf('batches', 1, 100, 'they delay the next block'),
  /** seconds in which the authority must decide a challenge; after that its batch is rejected */
  challenge_decision_seconds: withFallback(seconds(1, 31_536_000), 604_800),
  /** part of the held stake that a rollup loses with each batch that was wrong */
  fraud_slash_rate: withFallback(part(), parseDecimal('0.5')),
  /** part of what is slashed that the challenger gets; the rest is burned */
  challenger_share: withFallback(part(), parseDecimal('0.5')),
  /** seconds that a deposit may wait for a batch that covers it; after that anybody may stop the rollup */
  max_deposit_wait: withFallback(seconds(1), 2_592_000),
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
    max_deposit_wait: 2_592_000,
  },
  development: {
    ...{ default_challenge_window: 60, challenge_decision_seconds: 600 },
    ...{ blob_retention_blocks: 1_000, max_deposit_wait: 1_200 },
  },
});
