import type { HookContext } from '../../kernel/module.ts';
import { rebased } from './events.ts';
import { xqoreParams } from './params.ts';
import { indexScale, intervals, rebases, totalsRecord } from './records.ts';

/**
 * Every `rebase_interval` blocks the waiting penalties go to the holders in proportion to their xQORE. Raising one
 * index is enough for all of them; the remainder waits for the next rebase.
 */
export function rebaseWhenDue({ state, block, emit }: HookContext): void {
  const { rebase_interval } = xqoreParams.get(state);
  if (!intervals.isEnd(state, block, rebase_interval)) return;
  const totals = totalsRecord.get(state);
  const step = totals.x_balance === 0n ? 0n : totals.waiting / totals.x_balance;
  if (step === 0n && totals.burned === 0n) return;
  const shared = step * totals.x_balance;
  totalsRecord.set(state, { ...totals, waiting: totals.waiting - shared, burned: 0n, index: totals.index + step });
  const redistributed = shared / indexScale;
  rebases.set(state, { burned: totals.burned, redistributed, x_supply: totals.x_balance }, Number(block.number));
  emit(rebased.log({ burned: totals.burned, redistributed, supply: totals.x_balance }));
}
