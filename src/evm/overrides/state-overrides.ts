import type { NativeContracts } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { trimLeadingZeros } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { WorldState } from '../../state/types.ts';
import { accountOrNew } from '../transaction/accounts.ts';

/** Storage slot → word. */
type StorageOverride = ReadonlyMap<Hash, Hash>;

/** Values that replace those of an account for a call; fields as in the `stateOverrides` of JSON-RPC. */
export type AccountOverride = {
  /** wei */
  readonly balance?: bigint | undefined;
  readonly nonce?: bigint | undefined;
  readonly code?: Uint8Array | undefined;
  /** replaces the whole storage */
  readonly state?: StorageOverride | undefined;
  /** replaces single slots */
  readonly stateDiff?: StorageOverride | undefined;
  readonly movePrecompileTo?: Address | undefined;
};

export type StateOverrides = ReadonlyMap<Address, AccountOverride>;

type OverrideFault =
  | { readonly code: 'state-and-state-diff'; readonly address: Address }
  | { readonly code: 'not-a-precompile'; readonly address: Address }
  | { readonly code: 'target-overridden'; readonly address: Address };

/** Why the overrides contradict each other, or undefined. */
export function overrideFault(overrides: StateOverrides, natives: NativeContracts): OverrideFault | undefined {
  for (const [address, { state, stateDiff, movePrecompileTo }] of overrides) {
    if (state !== undefined && stateDiff !== undefined) return { code: 'state-and-state-diff', address };
    if (movePrecompileTo === undefined) continue;
    if (natives.at(address) === undefined) return { code: 'not-a-precompile', address };
    if (overrides.has(movePrecompileTo)) return { code: 'target-overridden', address: movePrecompileTo };
  }
  return undefined;
}

/** The text of a fault in state overrides, on which clients match. */
export function overrideFaultText({ code, address }: OverrideFault): string {
  switch (code) {
    case 'state-and-state-diff':
      return `account ${address} has both 'state' and 'stateDiff'`;
    case 'not-a-precompile':
      return `account ${address} is not a precompile`;
    case 'target-overridden':
      return `account ${address} is already overridden`;
  }
}

/** What writing overrides takes: values, and bytes of code. Replacing a whole storage takes as long as it has entries. */
export function overrideSizes(overrides: StateOverrides): { readonly values: number; readonly code: number } {
  let values = 0;
  let code = 0;
  for (const override of overrides.values()) {
    values += override.state === undefined ? 1 + (override.stateDiff?.size ?? 0) : Number.POSITIVE_INFINITY;
    code += override.code?.length ?? 0;
  }
  return { values, code };
}

/** Writes the overrides to a state that is discarded after the call. */
export function overrideState(state: WorldState, overrides: StateOverrides): void {
  for (const [address, override] of overrides) overrideAccount(state, address, override);
}

function overrideAccount(state: WorldState, address: Address, override: AccountOverride): void {
  const old = accountOrNew(state, address);
  if (override.state !== undefined) state.setAccount(address, undefined);
  state.setAccount(address, {
    nonce: override.nonce ?? old.nonce,
    balance: override.balance ?? old.balance,
    codeHash: override.code === undefined ? old.codeHash : state.addCode(override.code),
  });
  for (const [slot, word] of override.state ?? override.stateDiff ?? []) {
    state.setEntry(address, slot, trimLeadingZeros(fromHex(word)));
  }
}

/**
 * The native contracts of the call: moved ones are at their new address, those with overridden code are gone. The
 * addresses, which are warm, are those of the chain (EIP-2929), as in go-ethereum.
 */
export function overrideNatives(natives: NativeContracts, overrides: StateOverrides): NativeContracts {
  const moved = new Map<Address, Address>();
  const gone = new Set<Address>();
  for (const [address, { code, movePrecompileTo }] of overrides) {
    if (code !== undefined || movePrecompileTo !== undefined) gone.add(address);
    if (movePrecompileTo !== undefined) moved.set(movePrecompileTo, address);
  }
  if (gone.size === 0) return natives;
  return {
    signatures: natives.signatures,
    fees: natives.fees,
    at: (address) => (gone.has(address) ? undefined : natives.at(moved.get(address) ?? address)),
    addresses: natives.addresses,
  };
}
