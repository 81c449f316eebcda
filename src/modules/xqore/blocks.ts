import type { HookContext } from '../../kernel/module.ts';
import { takeDue } from '../../kernel/module-sdk/due.ts';
import { endsInterval } from '../../kernel/module-sdk/intervals.ts';
import { rebasedEvent } from './events.ts';
import { settledPosition, sharingTotal } from './holding.ts';
import { xqoreParams } from './params.ts';
import { indexScale, newcomers, positions, rebases, sharedRecord, totalsRecord } from './records.ts';

/** Gives the positions a part in penalties that are locked for long enough: in those that are paid from now on. */
export function admitNewcomers({ state, block, settle }: HookContext): void {
  for (const [[time, owner]] of takeDue(state, newcomers, block.timestamp))
    settle(newcomers.name, `${time}/${owner}`, () => {
      const position = settledPosition(state, owner);
      if (position?.shares_from !== time) return;
      positions.set(state, { ...position, shares_from: 0 }, owner);
      const totals = totalsRecord.get(state);
      totalsRecord.set(state, { ...totals, not_sharing: totals.not_sharing - position.x_balance });
    });
}

/**
 * Every `rebase_interval` blocks the remainders of divisions go to those holders that have a part in penalties, in proportion to their xQORE, and what
 * penalties gave and burned since the last time is recorded.
 */
export function rebaseWhenDue({ state, block, emit }: HookContext): void {
  const { rebase_interval } = xqoreParams.get(state);
  if (!endsInterval(block, rebase_interval)) return;
  const totals = totalsRecord.get(state);
  const shared = sharedRecord.get(state);
  const sharing = sharingTotal(state);
  const step = sharing === 0n ? 0n : totals.waiting / sharing;
  if (step === 0n && shared === 0n && totals.burned === 0n) return;
  const remainders = step * sharing;
  totalsRecord.set(state, { ...totals, waiting: totals.waiting - remainders, burned: 0n, index: totals.index + step });
  sharedRecord.set(state, 0n);
  const redistributed = shared + remainders / indexScale;
  rebases.set(state, { burned: totals.burned, redistributed, x_supply: sharing }, Number(block.number));
  emit(rebasedEvent.log({ burned: totals.burned, redistributed, supply: sharing }));
}
