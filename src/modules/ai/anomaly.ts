import { weiPerQor } from '../../primitives/units.ts';
import { type Assessment, assess, type Indicator } from './assessment.ts';
import type { SenderProfile } from './records.ts';

const minuteSeconds = 60;
/** A first payment above this is anomalous, in wei. */
const largeFirstPayment = 10_000n * weiPerQor;

/** A payment, and what its sender did before. */
type Payment = {
  /** wei */
  readonly value: bigint;
  /** the sender's, in wei */
  readonly balance: bigint;
  /** undefined for an account that has never sent anything */
  readonly profile: SenderProfile | undefined;
  /** its time, in seconds since 1970 */
  readonly seconds: number;
  readonly maxPerMinute: number;
};

const indicators: readonly Indicator<Payment>[] = [
  {
    flag: 'flood',
    points: 4_000,
    matches: ({ profile, seconds, maxPerMinute }) => inMinute(profile, seconds) >= maxPerMinute,
  },
  {
    flag: 'large_first_payment',
    points: 3_500,
    matches: ({ profile, value }) => profile === undefined && value > largeFirstPayment,
  },
  { flag: 'above_3_times_usual', points: 2_000, matches: (payment) => exceedsUsual(payment, 3n) },
  { flag: 'above_10_times_usual', points: 3_000, matches: (payment) => exceedsUsual(payment, 10n) },
  { flag: 'empties_account', points: 2_500, matches: ({ value, balance }) => value > 0n && value * 10n > balance * 9n },
];

function exceedsUsual({ profile, value }: Payment, times: bigint): boolean {
  return profile !== undefined && profile.average > 0n && value > times * profile.average;
}

/** How unusual a payment is for its sender. */
export function assessAnomaly(payment: Payment): Assessment {
  return assess(indicators, payment);
}

/** The profile of the sender after one more transaction. */
export function updatedProfile(profile: SenderProfile | undefined, wei: bigint, seconds: number): SenderProfile {
  const minute = seconds - (seconds % minuteSeconds);
  const average = profile === undefined ? wei : profile.average + (wei - profile.average) / 8n;
  return { transactions: (profile?.transactions ?? 0) + 1, average, minute, in_minute: inMinute(profile, seconds) + 1 };
}

function inMinute(profile: SenderProfile | undefined, seconds: number): number {
  return profile !== undefined && seconds - profile.minute < minuteSeconds ? profile.in_minute : 0;
}
