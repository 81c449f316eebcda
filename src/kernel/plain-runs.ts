import type { Address } from '../primitives/address.ts';
import type { Log, RunOptions } from './engine.ts';
import type { AccessList } from './transaction/transaction.ts';

/** A call that a sender signed for and pays for in QOR, with what follows from its fields alone. */
export type PlainTransaction = {
  readonly sender: Address;
  readonly to: Address;
  readonly nonce: bigint;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly gasLimit: bigint;
  /** wei per gas that the sender pays */
  readonly gasPrice: bigint;
  /** wei that the sender must have; below 2^256 */
  readonly mostCost: bigint;
  /** gas before the execution begins, and the least for all of it (EIP-7623) */
  readonly gasCost: { readonly intrinsic: bigint; readonly floor: bigint };
  readonly accessList: AccessList;
};

/** The result of a plain transaction. */
export type PlainOutcome = {
  readonly status: 'success' | 'revert' | 'halt';
  /** gas that the sender paid for */
  readonly gasUsed: bigint;
  readonly logs: readonly Log[];
  /** of the logs, 256 bytes; undefined without any */
  readonly logsBloom: Uint8Array | undefined;
  /** in wei, without that of the fee collector; in no order */
  readonly balanceChanges: { readonly address: Address; readonly before: bigint; readonly after: bigint }[];
};

/**
 * Transactions that are executed one after the other inside the engine, which keeps what they change until `flush`. The
 * state beneath must not be read or written before that, apart from records of native modules, which plain transactions
 * do not change.
 */
export interface PlainRuns {
  /**
   * Checks, charges and executes transactions together, in order, and returns the outcomes: fewer when one is not valid
   * now, has a gas limit above what is left of `gas`, or comes to something that is not plain (a native module, a
   * delegated account, a contract that destroys itself), and when there is not enough room for all. Without any outcome
   * the first is to be executed on the state. Throws like `Engine.run` what the first throws, with nothing changed; an
   * error of a later one ends the list before it.
   */
  run(txs: readonly PlainTransaction[], gas: bigint, options: RunOptions): PlainOutcome[];
  /** The output of the last transaction, when `run` has executed all; to be called before the next and before `flush`. */
  output(): Uint8Array;
  /** Writes what the transactions so far have changed to the state. */
  flush(): void;
}
