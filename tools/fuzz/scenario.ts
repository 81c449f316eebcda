import type { Address } from '#qord/primitives/address.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import type { StateCase } from '../official/apply-case.ts';
import type { TestAccounts } from '../official/state-test-file.ts';
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

/** A transaction, with the blobs of one of type 3. */
export type Sent = Pick<Scenario, 'tx' | 'blobs'>;

/** Several transactions on one state, in one block. */
export type BlockScenario = Omit<Scenario, keyof Sent> & { readonly sent: readonly Sent[] };

/** The scenario in the form that the runner of official tests executes. */
export function toStateCase({ accounts, block, tx, blobs }: Scenario): StateCase {
  return { block, tx, blobs, pre: toAccounts(accounts) };
}

/** The accounts with the code of their programs. */
export function toAccounts(accounts: Scenario['accounts']): TestAccounts {
  return Object.fromEntries(
    [...accounts].map(([address, { program, ...account }]) => [address, { ...account, code: assemble(program) }]),
  );
}
