import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { weiPerQor } from '../../primitives/units.ts';
import type { StateView } from '../../state/contract.ts';
import type { AiParams } from './params.ts';
import { type Habit, habits } from './records.ts';
import { type Assessment, maxScore } from './risk.ts';

const minuteSeconds = 60;
/** A first payment above this stands out. */
const largeFirstPayment = 10_000n * weiPerQor;

type Sign = { readonly flag: string; readonly points: number; readonly shows: boolean };

/** How unusual it is for the sender to send this many wei now, by what it did before. */
export function assessAnomaly(
  state: StateView,
  { timestamp }: BlockEnvironment,
  { max_tx_per_minute }: AiParams,
  sender: Address,
  wei: bigint,
): Assessment {
  const habit = habits.get(state, sender);
  const balance = state.account(sender)?.balance ?? 0n;
  const isNew = habit === undefined;
  const average = habit?.average ?? 0n;
  const signs: readonly Sign[] = [
    { flag: 'flood', points: 4_000, shows: inMinute(habit, Number(timestamp)) >= max_tx_per_minute },
    { flag: 'large_first_payment', points: 3_500, shows: isNew && wei > largeFirstPayment },
    { flag: 'above_3_times_usual', points: 2_000, shows: average > 0n && wei > 3n * average },
    { flag: 'above_10_times_usual', points: 3_000, shows: average > 0n && wei > 10n * average },
    { flag: 'empties_account', points: 2_500, shows: wei > 0n && wei * 10n > balance * 9n },
  ];
  const shown = signs.filter((sign) => sign.shows);
  const score = shown.reduce((sum, { points }) => sum + points, 0);
  return { score: Math.min(score, maxScore), flags: shown.map(({ flag }) => flag) };
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
