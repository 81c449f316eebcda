import { bounded } from '../../kernel/codec/bounded.ts';
import { account, amount, flag } from '../../kernel/codec/scalars.ts';
import { maxUqor } from '../../kernel/codec/units.ts';
import { coins, numberOf, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { bridgeAddress } from '../addresses.ts';
import { maxAttestations } from './records.ts';

export const bridgeParams = paramsOf(
  bridgeAddress,
  {
    enabled: param(flag, true),
    /** registered bridge validators below which no transfer begins */
    min_validators: param(numberOf('validators', 1, 1_000, 'as many as may validate'), 10, { development: 1 }),
    /** attestations an operation needs, besides two thirds of the bonded power of the active set */
    attestation_threshold: param(numberOf('attestations', 1, maxAttestations, 'as many as one call can bring'), 7, {
      development: 1,
    }),
    /** seconds that a large transfer waits, so that it can be challenged */
    challenge_period_secs: param(seconds(0), 86_400, { development: 60 }),
    /** amount above which a transfer is large, millionths of the asset */
    large_transfer_threshold: param(
      bounded(amount, {
        ...{ unit: 'millionths', least: 0n, most: maxUqor },
        reason: 'more than there is of any asset',
      }),
      100_000_000_000n,
    ),
    /** may configure the bridge, as the authority may; the zero address for nobody */
    bridge_admin: param(account, zeroAddress),
    /** uqor for every withdrawal, whatever its outcome */
    withdrawal_fee: param(coins(), 100_000n),
    /**
     * the breaker trips above so many transfers of a chain within `anomaly_window_secs`, of a thousandth of its daily limit
     * or more
     */
    anomaly_operations: param(numberOf('operations', 1, 1_000_000, 'more than a window can hold'), 50),
    anomaly_window_secs: param(seconds(1, 86_400), 60),
    /** The breaker also trips when the transfers of a day, failed ones included, exceed this multiple of the daily limit. */
    anomaly_volume_multiple: param(numberOf('times', 1, 1_000_000, 'more switches the rule off'), 5),
    /** seconds until an attested deposit that cannot be executed is tried again */
    retry_interval_secs: param(seconds(1, 30 * 86_400), 3_600, { development: 10 }),
    /** seconds in which the admin must decide a challenge; after that its operation is cancelled */
    challenge_decision_secs: param(seconds(1, 31_536_000), 604_800, { development: 600 }),
  },
  ({ min_validators, attestation_threshold }) =>
    attestation_threshold > min_validators ? 'attestation_threshold must be from 1 to min_validators' : undefined,
);
