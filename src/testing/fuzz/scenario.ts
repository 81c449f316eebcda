import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { StateCase } from '../official/apply-case.ts';
import { assemble, type Program } from './program.ts';

/** An account with a program that can be shrunk. */
export type ScenarioAccount = {
  readonly nonce: bigint;
  readonly balance: bigint;
  readonly program: Program;
  readonly storage: Readonly<Record<string, Hash>>;
};

/** A case in the form that the fuzzer generates and shrinks. */
export type Scenario = Omit<StateCase, 'pre'> & {
  readonly accounts: ReadonlyMap<Address, ScenarioAccount>;
  /** determines the block's blob base fee (EIP-4844) */
  readonly excessBlobGas: bigint;
};

/** The scenario in the form that the runner of official tests executes. */
export function toStateCase({ accounts, block, tx, blobs }: Scenario): StateCase {
  const pre = [...accounts].map(([address, { program, ...account }]) => {
    return [address, { ...account, code: assemble(program) }] as const;
  });
  return { block, tx, blobs, pre: Object.fromEntries(pre) };
}
