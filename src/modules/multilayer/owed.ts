import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { layers, messages } from './records.ts';

/** Wei that the module holds: stakes of layers, and fees of messages that no layer has taken yet. */
export function owedWei(state: StateView): bigint {
  let uqor = 0n;
  for (const [, { stake }] of layers.list(state)) uqor += stake;
  for (const [, { fees }] of messages.list(state)) uqor += fees;
  return uqor * weiPerUqor;
}
