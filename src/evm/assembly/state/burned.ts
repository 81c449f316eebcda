import { add } from '../arithmetic/add';
import { WORD_BYTES } from '../arithmetic/word';
import { journalBurn } from './journal';

/** Wei that contracts destroyed by destroying themselves towards themselves (EIP-6780). */
export const burned: usize = memory.data(WORD_BYTES, 8);

export function burn(wei: usize): void {
  journalBurn(wei);
  add(burned, burned, wei);
}
