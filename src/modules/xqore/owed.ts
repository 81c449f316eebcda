import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { sharingBalance } from './holding.ts';
import { indexScale, positions, totalsRecord } from './records.ts';

/** Wei that the module holds: what is locked, and penalties that holders have not taken or that wait for a rebase. */
export function owedWei(state: StateView): bigint {
  const totals = totalsRecord.get(state);
  let scaled = totals.waiting;
  for (const [, position] of positions.list(state)) {
    const { locked, index, accrued } = position;
    scaled += locked * weiPerUqor * indexScale + accrued + sharingBalance(position) * (totals.index - index);
  }
  return (scaled + indexScale - 1n) / indexScale;
}
