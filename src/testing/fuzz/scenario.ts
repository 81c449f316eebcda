import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { StateCase } from '../official/apply-case.ts';
import { assemble, type Program } from './program.ts';

/** An account whose code can still be taken apart. */
export type ScenarioAccount = {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly program: Program;
  readonly storage: Readonly<Record<string, Hash>>;
};

/** A case as the fuzzers make and shrink it. */
export type Scenario = Omit<StateCase, 'pre'> & {
  readonly accounts: ReadonlyMap<Address, ScenarioAccount>;
  /** what the block's blob base fee follows from (EIP-4844) */
  readonly excessBlobGas: bigint;
};

export function toStateCase({ accounts, block, tx, blobs }: Scenario): StateCase {
  const pre = [...accounts].map(([address, { program, ...account }]) => {
    return [address, { ...account, code: assemble(program) }] as const;
  });
  return { block, tx, blobs, pre: Object.fromEntries(pre) };
}
