import { blocks, coins, numberOf, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { rdkAddress } from '../addresses.ts';

/** Most bytes of a blob on any network: the call that stores one decodes no more. */
export const maxBlobBytes = 2_097_152;

/** uqor that a challenger puts up, unless the creator of a rollup chooses another bond. */
export const defaultChallengeBond = 1_000_000_000n;

const parameters = {
  /** rollups that are not stopped */
  max_rollups: param(numberOf('rollups', 0, 1_000, 'routing compares the live layers'), 100),
  /** uqor */
  min_stake_for_rollup: param(coins(1n), 10_000_000_000n),
  /** part of the stake that is burned at creation */
  rollup_creation_burn_rate: param(part(), parseDecimal('0.01')),
  /** seconds in which a batch of a new rollup can be challenged */
  default_challenge_window: param(seconds(1), 604_800, { development: 60 }),
  /** bytes */
  max_da_blob_size: param(numberOf('bytes', 1, maxBlobBytes, 'the call that stores one decodes no more'), maxBlobBytes),
  /** blocks after which the data of a blob is removed */
  blob_retention_blocks: param(blocks(1), 432_000, { development: 1_000 }),
  /** most batches that become final after one block; the others wait for the next */
  max_batches_per_block: param(numberOf('batches', 1, 100, 'they delay the next block'), 10),
  /** seconds in which the authority must decide a challenge; after that its batch is rejected */
  challenge_decision_seconds: param(seconds(1, 31_536_000), 604_800, { development: 600 }),
  /** part of the held stake that a rollup loses with each batch that was wrong */
  fraud_slash_rate: param(part(), parseDecimal('0.5')),
  /** part of what is slashed that the challenger gets; the rest is burned */
  challenger_share: param(part(), parseDecimal('0.5')),
  /** seconds that a deposit may wait for a batch that covers it; after that anybody may stop the rollup */
  max_deposit_wait: param(seconds(1), 2_592_000, { development: 1_200 }),
};
export type RdkParams = ParamValues<typeof parameters>;

export const rdkParams = paramsOf(rdkAddress, parameters);
