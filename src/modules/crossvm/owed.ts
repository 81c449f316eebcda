import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { messages } from './records.ts';

/** Wei that the module holds: the funds of messages that wait. */
export function owedWei(state: StateView): bigint {
  let uqor = 0n;
  for (const [, { status, funds }] of messages.list(state)) if (status === 'pending') uqor += funds;
  return uqor * weiPerUqor;
}
