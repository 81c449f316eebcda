import { bounded } from '../../kernel/codec/bounded.ts';
import { account, amount, flag } from '../../kernel/codec/scalars.ts';
import { struct, withFallback } from '../../kernel/codec/structures.ts';
import { maxUqor } from '../../kernel/codec/units.ts';
import { coins, numberOf, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { bridgeAddress } from '../addresses.ts';
import { maxAttestations } from './records.ts';

export const bridgeParams = paramsOf(bridgeAddress, {
  codec: struct({
    enabled: flag,
    /** registered bridge validators below which no transfer begins */
    min_validators: numberOf('validators', 1, 1_000, 'as many as may validate'),
    /** attestations an operation needs, besides two thirds of the bonded power of the active set */
    attestation_threshold: numberOf('attestations', 1, maxAttestations, 'as many as one call can bring'),
    /** seconds that a large transfer waits, so that it can be challenged */
    challenge_period_secs: seconds(0),
    /** amount above which a transfer is large, millionths of the asset */
    large_transfer_threshold: bounded(amount, {
      ...{ unit: 'millionths', least: 0n, most: maxUqor },
      reason: 'more than there is of any asset',
    }),
    /** may configure the bridge, as the authority may; the zero address for nobody */
    bridge_admin: account,
    /** uqor for every withdrawal, whatever its outcome */
    withdrawal_fee: coins(),
    /**
     * the breaker trips above so many transfers of a chain within `anomaly_window_secs`, of a thousandth of its daily limit
     * or more
     */
    anomaly_operations: numberOf('operations', 1, 1_000_000, 'more than a window can hold'),
    anomaly_window_secs: seconds(1, 86_400),
    /** The breaker also trips when the transfers of a day, failed ones included, exceed this multiple of the daily limit. */
    anomaly_volume_multiple: numberOf('times', 1, 1_000_000, 'more switches the rule off'),
    /** seconds until an attested deposit that cannot be executed is tried again */
    retry_interval_secs: seconds(1, 30 * 86_400),
    /** seconds in which the admin must decide a challenge; after that its operation is cancelled */
    challenge_decision_secs: withFallback(seconds(1, 31_536_000), 604_800),
  }),
  defaults: {
    enabled: true,
    min_validators: 10,
    attestation_threshold: 7,
    challenge_period_secs: 86_400,
    large_transfer_threshold: 100_000_000_000n,
    bridge_admin: zeroAddress,
    withdrawal_fee: 100_000n,
    anomaly_operations: 50,
    anomaly_window_secs: 60,
    anomaly_volume_multiple: 5,
    retry_interval_secs: 3_600,
    challenge_decision_secs: 604_800,
  },
  development: {
    ...{ min_validators: 1, attestation_threshold: 1 },
    ...{ challenge_period_secs: 60, retry_interval_secs: 10, challenge_decision_secs: 600 },
  },
  check: ({ min_validators, attestation_threshold }) =>
    attestation_threshold > min_validators ? 'attestation_threshold must be from 1 to min_validators' : undefined,
});
