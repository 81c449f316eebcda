import type { CommandInput } from '../command.ts';
import { CliError } from '../exit-codes.ts';

/** --index: the index of the account derived from the mnemonic. */
export function accountIndexOf({ options: { index = '0' } }: CommandInput): number {
  if (/^\d{1,9}$/.test(index)) return Number(index);
  throw new CliError('usage', `--index must be a whole number from 0 on, not ${index}`);
}
