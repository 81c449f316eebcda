import { fromBech32, shortened } from './accounts.ts';
import { type Row, useRecords } from './records.ts';
import type { Hex } from './types.ts';

/** A record of the module staking, as far as the page reads it. */
export type Validator = {
  /** address of the key that signs blocks, in bech32 */
  readonly consensus: string;
  readonly moniker: string;
  readonly tokens: string;
  readonly commission: string;
  readonly is_active: boolean;
  readonly jailed: boolean;
  readonly missed_blocks: number;
  readonly slashes: number;
};

/** The validators of the module staking, read anew with each block. */
export function useValidators() {
  return useRecords<Validator>('staking', 'validator');
}

/** A validator chooses its name, so it is shown as text, and not all of it. */
export function monikerOf({ moniker }: Validator): string {
  return moniker.slice(0, 40) || '(no name)';
}

/** The validator whose key signs under an address. */
export function findByConsensus(address: Hex, validators: readonly Row<Validator>[]): Row<Validator> | undefined {
  return validators.find(({ value }) => fromBech32(value.consensus)?.address === address);
}

/** The moniker of the validator with that address of a consensus key; else the address, shortened. */
export function nameOfConsensus(address: Hex, validators: readonly Row<Validator>[]): string {
  const found = findByConsensus(address, validators);
  return found === undefined ? shortened(address) : monikerOf(found.value);
}
