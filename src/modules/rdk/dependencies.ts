import type { CallContext, CheckContext } from '../../kernel/module-sdk/call.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { Rollup } from './records.ts';

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  isAuthority(state: StateView, account: Address): boolean;
  /** whether the account operates a validator of the active set */
  operatesActiveValidator(state: StateView, account: Address): boolean;
  /** Destroys wei of the account and counts them. */
  burnCoins(context: CallContext, from: Address, wei: bigint, source: 'rollup_create' | 'slash'): void;
  /** Registers a layer of that name; its name, or empty text when it cannot be. */
  registerLayer(context: CallContext, id: string, layer: LayerFacts): string;
  /** Copies what has changed in a rollup to its layer. */
  updateLayer(context: CallContext, layerId: string, layer: LayerFacts): void;
  /** Copies the status to the layer; does nothing where that is not possible. */
  moveLayer(context: CallContext, id: string, status: 'active' | 'suspended' | 'decommissioned', reason: string): void;
};

/** The properties of a rollup that its layer copies. */
export type LayerFacts = {
  readonly blockTimeMs: number;
  readonly maxTransactions: number;
  readonly maxGas: number;
  readonly challengeSeconds: number;
  readonly vm: string;
  readonly profile: string;
};

/** Whether the account is one of those who make the batches of the rollup and store their data. */
export function maySubmit(
  { operatesActiveValidator }: Pick<Dependencies, 'operatesActiveValidator'>,
  state: StateView,
  { creator, sequencer_config: { mode, sequencers } }: Rollup,
  account: Address,
): boolean {
  if (mode === 'based') return account === creator || operatesActiveValidator(state, account);
  return sequencers.includes(account);
}

/** Whether the caller is the creator of the rollup. */
export function isCreator({ caller }: CheckContext, { creator }: Rollup): boolean {
  return caller === creator;
}
