import type { StateView, WorldState } from '../state/contract.ts';
import { sum } from './codec/scalars.ts';
import { struct } from './codec/structures.ts';
import { recordsOf } from './frame/record.ts';
import { moduleAddress } from './module-address.ts';

/** The account whose records count the supply: the bank's. */
export const supplyAccount = moduleAddress(0x0800);

const supplyRecord = recordsOf(supplyAccount).single(
  0xff,
  'supply',
  'Wei that came into existence, the genesis accounts included, and wei that left it.',
  struct({ created: sum, burned: sum }),
  { created: 0n, burned: 0n },
);

/** Wei in existence after the newest block that the view knows: created less burned. It equals the sum of all balances. */
export function totalSupply(state: StateView): bigint {
  const { created, burned } = supplyRecord.get(state);
  return created - burned;
}

/** Wei burned since genesis, from whatever source, self-destruction of contracts included. */
export function totalBurned(state: StateView): bigint {
  return supplyRecord.get(state).burned;
}

/** Counts what one block created and burned; the chain does it as the last thing in a block. */
export function countSupply(state: WorldState, created: bigint, burned: bigint): void {
  if (created === 0n && burned === 0n) return;
  const before = supplyRecord.get(state);
  supplyRecord.set(state, { created: before.created + created, burned: before.burned + burned });
}
