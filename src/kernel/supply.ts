import type { StateView, WorldState } from '../state/types.ts';
import { sum } from './codec/scalars.ts';
import { struct } from './codec/structures.ts';
import { blockHeight, inUnit } from './codec/units.ts';
import { moduleAddress } from './module-address.ts';
import { recordsOf } from './module-sdk/record.ts';

/** The account whose records count the supply: the bank's. */
export const supplyAccount = moduleAddress(0x0800);

const weiSum = inUnit(sum, 'wei');

export const supplyRecord = recordsOf(supplyAccount).single(
  0xff,
  'supply',
  'Wei that came into existence, the genesis accounts included, and wei that left it.',
  struct({
    created: weiSum,
    burned: weiSum,
    /** height of the last block that burned anything; 0 before the first */
    last_burned: blockHeight,
  }),
  { created: 0n, burned: 0n, last_burned: 0 },
);

/** Wei in existence after the newest block of the view: created less burned. It equals the sum of all balances. */
export function totalSupply(state: StateView): bigint {
  const { created, burned } = supplyRecord.get(state);
  return created - burned;
}

/**
 * Wei burned since genesis, slashed stakes and contracts that destroyed themselves included, and the last block of it.
 */
export function burnedSupply(state: StateView): { readonly wei: bigint; readonly lastHeight: number } {
  const { burned, last_burned } = supplyRecord.get(state);
  return { wei: burned, lastHeight: last_burned };
}

/** Counts what one block created and burned; the chain calls it at the very end of a block. */
export function countSupply(state: WorldState, height: number, created: bigint, burned: bigint): void {
  if (created === 0n && burned === 0n) return;
  const before = supplyRecord.get(state);
  supplyRecord.set(state, {
    created: before.created + created,
    burned: before.burned + burned,
    last_burned: burned === 0n ? before.last_burned : height,
  });
}

/**
 * Continues the record of an exported chain: burned coins stay burned. The existing coins are counted again with the
 * balances of the genesis document, so only the burned part of the created ones is kept here.
 */
export function continueSupply(state: WorldState): void {
  const before = supplyRecord.get(state);
  if (before.created !== before.burned) supplyRecord.set(state, { ...before, created: before.burned });
}
