import { account, amount, count, flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { bridgeAddress } from '../addresses.ts';
import { maxAttestations } from './records.ts';

export const bridgeParams = paramsOf(bridgeAddress, {
  codec: struct({
    enabled: flag,
    /** registered bridge validators below which no transfer begins */
    min_validators: count,
    /** attestations an operation needs */
    attestation_threshold: count,
    /** seconds that a large transfer waits, so that it can be challenged */
    challenge_period_secs: count,
    /** amount above which a transfer is large, millionths of the asset */
    large_transfer_threshold: amount,
    /** may configure the bridge, as the authority may; the zero address for nobody */
    bridge_admin: account,
    /** uqor for every withdrawal, whatever its outcome */
    withdrawal_fee: amount,
    /** the breaker trips above so many transfers of a chain within `anomaly_window_secs` */
    anomaly_operations: count,
    anomaly_window_secs: count,
    /** and when the transfers of a day are above so many times the daily limit, those that failed on it included */
    anomaly_volume_multiple: count,
    /** seconds until an attested deposit that cannot be executed is tried again */
    retry_interval_secs: count,
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
  },
  development: { min_validators: 1, attestation_threshold: 1, challenge_period_secs: 60, retry_interval_secs: 10 },
  check: ({ min_validators, attestation_threshold, anomaly_window_secs, retry_interval_secs }) => {
    if (attestation_threshold < 1 || attestation_threshold > min_validators)
      return 'attestation_threshold must be from 1 to min_validators';
    if (attestation_threshold > maxAttestations) return `attestation_threshold must be at most ${maxAttestations}`;
    if (anomaly_window_secs < 1) return 'anomaly_window_secs must be at least 1';
    return retry_interval_secs < 1 ? 'retry_interval_secs must be at least 1' : undefined;
  },
});
