import { weiPerLamport } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { accounts } from './records.ts';

/** Wei that the module holds: what the accounts of the SVM have. */
export function owedWei(state: StateView): bigint {
  let lamports = 0n;
  for (const [, held] of accounts.list(state)) lamports += held;
  return lamports * weiPerLamport;
}
