import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { count } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight, uqorSum } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { inflationAddress } from '../addresses.ts';

const epoch = struct({
  current_epoch: count,
  /** Counted from 1, by the time that all epochs together took. */
  current_year: count,
  /** first block of the epoch */
  block_start: blockHeight,
  /** uqor minted since genesis */
  total_minted: uqorSum,
});
export type Epoch = DecodedBy<typeof epoch>;

export const epochRecord = recordsOf(inflationAddress).single(1, 'epoch', 'Where emission stands.', epoch, {
  current_epoch: 0,
  current_year: 1,
  block_start: 0,
  total_minted: 0n,
});
