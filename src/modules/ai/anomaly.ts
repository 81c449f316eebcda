import { weiPerQor } from '../../primitives/units.ts';
import { type Assessment, assess, type Sign } from './assessment.ts';
import type { Habit } from './records.ts';

const minuteSeconds = 60;
/** A first payment above this stands out. */
const largeFirstPayment = 10_000n * weiPerQor;

/** A payment beside what its sender did before. */
export type Payment = {
  /** wei */
  readonly value: bigint;
  /** the sender's, in wei */
  readonly balance: bigint;
  /** undefined for somebody who never sent anything */
  readonly habit: Habit | undefined;
  /** when it is made, seconds since 1970 */
  readonly seconds: number;
  readonly maxPerMinute: number;
};

const signs: readonly Sign<Payment>[] = [
  {
    flag: 'flood',
    points: 4_000,
    shows: ({ habit, seconds, maxPerMinute }) => inMinute(habit, seconds) >= maxPerMinute,
  },
  {
    flag: 'large_first_payment',
    points: 3_500,
    shows: ({ habit, value }) => habit === undefined && value > largeFirstPayment,
  },
  { flag: 'above_3_times_usual', points: 2_000, shows: (payment) => exceedsUsual(payment, 3n) },
  { flag: 'above_10_times_usual', points: 3_000, shows: (payment) => exceedsUsual(payment, 10n) },
  { flag: 'empties_account', points: 2_500, shows: ({ value, balance }) => value > 0n && value * 10n > balance * 9n },
];

function exceedsUsual({ habit, value }: Payment, times: bigint): boolean {
  return habit !== undefined && habit.average > 0n && value > times * habit.average;
}

/** How unusual a payment is for its sender. */
export function assessAnomaly(payment: Payment): Assessment {
  return assess(signs, payment);
}

/** The sender's habits after one more transaction. */
export function updatedHabit(habit: Habit | undefined, wei: bigint, seconds: number): Habit {
  const minute = seconds - (seconds % minuteSeconds);
  const average = habit === undefined ? wei : habit.average + (wei - habit.average) / 8n;
  return { transactions: (habit?.transactions ?? 0) + 1, average, minute, in_minute: inMinute(habit, seconds) + 1 };
}

function inMinute(habit: Habit | undefined, seconds: number): number {
  return habit !== undefined && seconds - habit.minute < minuteSeconds ? habit.in_minute : 0;
}
