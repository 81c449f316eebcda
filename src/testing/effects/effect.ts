import type { AbiRecord } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../module-chain.ts';

/**
 * What a parameter does: a chain with the first value and one with the second are put through the same, and the results
 * differ.
 */
export type Effect = {
  readonly values: readonly [unknown, unknown];
  /** Anything that can be compared; made on a chain of its own. */
  result(value: unknown): unknown;
};

/** uqor */
export const qor = 1_000_000n;

/** A chain with parameters of some modules changed. */
export function chainWith(params: Readonly<Record<string, object>>): ModuleChain {
  return openModuleChain(
    genesisWith(Object.fromEntries(Object.entries(params).map(([name, changed]) => [name, { params: changed }]))),
  );
}

/** Whether a call succeeds, in a block of its own; also not when its transaction is not valid. */
export function send(
  chain: ModuleChain,
  from: number,
  module: string,
  name: string,
  inputs: AbiRecord,
  value?: bigint,
): boolean {
  const transaction = chain.call(from, module, name, inputs, value);
  if (chain.chain.next.check(transaction) !== undefined) return false;
  const { receipts } = chain.mine({ transactions: [transaction] });
  chain.assertSupply();
  return receipts[0]?.status === 1;
}

/** Wei of an account. */
export function balanceOf({ chain }: ModuleChain, account: Address): bigint {
  return chain.headState().account(account)?.balance ?? 0n;
}

/** Blocks without transactions, so many milliseconds apart. */
export function pass(chain: ModuleChain, blocks: number, milliseconds = 2_000): void {
  for (let block = 0; block < blocks; block++) chain.mine({ milliseconds });
  chain.assertSupply();
}
