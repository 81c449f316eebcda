import type { HookContext } from '../../kernel/module.ts';
import { endsInterval } from '../../kernel/module-sdk/intervals.ts';
import { rebasedEvent } from './events.ts';
import { xqoreParams } from './params.ts';
import { indexScale, rebases, sharedRecord, totalsRecord } from './records.ts';

/**
 * Every `rebase_interval` blocks the remainders of divisions go to the holders in proportion to their xQORE, and what
 * penalties gave and burned since the last time is recorded.
 */
export function rebaseWhenDue({ state, block, emit }: HookContext): void {
  const { rebase_interval } = xqoreParams.get(state);
  if (!endsInterval(block, rebase_interval)) return;
  const totals = totalsRecord.get(state);
  const shared = sharedRecord.get(state);
  const step = totals.x_balance === 0n ? 0n : totals.waiting / totals.x_balance;
  if (step === 0n && shared === 0n && totals.burned === 0n) return;
  const remainders = step * totals.x_balance;
  totalsRecord.set(state, { ...totals, waiting: totals.waiting - remainders, burned: 0n, index: totals.index + step });
  sharedRecord.set(state, 0n);
  const redistributed = shared + remainders / indexScale;
  rebases.set(state, { burned: totals.burned, redistributed, x_supply: totals.x_balance }, Number(block.number));
  emit(rebasedEvent.log({ burned: totals.burned, redistributed, supply: totals.x_balance }));
}
