import { add } from '../arithmetic/add';
import { WORD_BYTES } from '../arithmetic/word';
import { journalBurn } from './journal';

/**
 * Wei burned by contracts that name themselves as the beneficiary of SELFDESTRUCT (EIP-6780), and wei that no balance
 * could hold.
 */
export const burned: usize = memory.data(WORD_BYTES, 8);

/** Adds to `burned`; a revert undoes it. `wei`: address of a word. */
export function burn(wei: usize): void {
  journalBurn(wei);
  add(burned, burned, wei);
}
