import type { Chain } from '#qord/chain/chain.ts';
import { createModules } from '#qord/modules/index.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import type { Address } from '#qord/primitives/address.ts';
import { createMemoryStore } from '#qord/store/memory-store.ts';
import { genesisWith, openModuleChain } from '#qord/testing/module-chain.ts';
import { accountOf } from '#qord/testing/sign-from.ts';

/** Arguments of a call on the prepared state, and who makes it. */
export type PreparedCall = {
  readonly values: AbiRecord;
  /** whether the call succeeds */
  readonly succeeds: boolean;
  readonly caller: Address;
  /** wei sent along */
  readonly value: bigint;
};

/** A chain on which every module has records, and calls that succeed on it. */
export type PreparedChain = {
  readonly chain: Chain;
  /** Sends a call of a module by a development account in a block of its own. Throws when it fails. */
  send(account: number, module: string, name: string, inputs: AbiRecord, value?: bigint): void;
  mine(milliseconds?: number): void;
  /** Arguments that a call succeeds with on the last state, besides those of its example. */
  succeeds(native: string, values: AbiRecord, options?: Options): void;
  /** The same for a call that does much before it fails. */
  fails(native: string, values: AbiRecord, options?: Options): void;
};

/** Account 0 calls unless another is given. */
type Options = { readonly caller?: Address | undefined; readonly value?: bigint };

export const qor = 1_000_000n;
/** Address of a development account. */
export const accountAt = accountOf;
/** 32 bytes that are not zero. */
export const wordOf = (byte: number) => new Uint8Array(32).fill(byte);

/** `voters` sign every block. */
export function openPreparedChain(sections: Readonly<Record<string, object>>, voters: readonly Address[]) {
  const genesis = genesisWith(sections);
  const store = createMemoryStore();
  const { chain, mine, call, exported } = openModuleChain(genesis, createModules(), store);
  const prepared = new Map<string, PreparedCall[]>();
  const votes = voters.map((validator) => ({ validator, signed: true }));
  const add = (native: string, values: AbiRecord, succeeds: boolean, options: Options = {}) => {
    const { caller = accountAt(0), value = 0n } = options;
    prepared.set(native, [...(prepared.get(native) ?? []), { values, succeeds, caller, value }]);
  };
  const world: PreparedChain = {
    chain,
    send: (account, module, name, inputs, value) => {
      const transactions = [call(account, module, name, inputs, value)];
      const [receipt] = mine({ milliseconds: 10, transactions, votes }).receipts;
      if (receipt?.status !== 1) throw new Error(`${module}.${name} failed in the preparation`);
    },
    mine: (milliseconds = 2_000) => void mine({ milliseconds, votes }),
    succeeds: (native, values, options) => add(native, values, true, options),
    fails: (native, values, options) => add(native, values, false, options),
  };
  return { world, genesis, store, exported, prepared: prepared as ReadonlyMap<string, readonly PreparedCall[]> };
}
