import { fromBech32 } from '../accounts/accounts.ts';
import type { Hex } from '../node/types.ts';
import { skeletonOf } from '../text/look-alikes.ts';
import { type Row, useRecords } from './records.ts';

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

/** The validators of the module staking, read again with each block. */
export function useValidators() {
  return useRecords<Validator>('staking', 'validator');
}

/** Validators whose names look like that of another one, by operator: names are free to choose, and copied. */
export function alikeOperators(validators: readonly Row<Validator>[]): ReadonlySet<string> {
  const bySkeleton = new Map<string, string[]>();
  for (const { key, value } of validators) {
    const skeleton = skeletonOf(value.moniker);
    if (skeleton !== '') bySkeleton.set(skeleton, [...(bySkeleton.get(skeleton) ?? []), key[0] ?? '']);
  }
  return new Set([...bySkeleton.values()].filter((operators) => operators.length > 1).flat());
}

/** The validator whose key signs under an address. */
export function findByConsensus(address: Hex, validators: readonly Row<Validator>[]): Row<Validator> | undefined {
  return validators.find(({ value }) => fromBech32(value.consensus)?.address === address);
}
