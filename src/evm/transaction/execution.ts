import type { BlockEnvironment, Engine, Outcome, PausableEngine, RunOptions } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { WorldState } from '../../state/types.ts';
import type { GasCostInput } from './gas-cost.ts';

/** A transaction or call with its price settled: what the steps work on. */
export type Execution = GasCostInput & {
  readonly sender: Address;
  /** wei */
  readonly value: bigint;
  readonly gasLimit: bigint;
  /** wei per gas the sender really pays; 0 for a free call */
  readonly gasPrice: bigint;
  /** EIP-4844; empty on this chain */
  readonly blobHashes: readonly Hash[];
};

/** Where an execution happens, and with what. */
export type ExecutionContext = {
  readonly engine: Engine;
  readonly block: BlockEnvironment;
  readonly state: WorldState;
  /** Holds the prepaid gas while the transaction runs, and afterwards the price of the gas used (base fee and tip). */
  readonly feeCollector: Address;
  readonly run: RunOptions;
};

/** The same for an execution in turns. */
export type PausableContext = ExecutionContext & { readonly engine: PausableEngine };

/** A finished execution: what a receipt says, and what a caller wants to know. */
export type AppliedTransaction = {
  readonly outcome: Outcome;
  /** gas paid for */
  readonly gasUsed: bigint;
  /** gas in use at its highest, before anything was refunded */
  readonly peakGas: bigint;
  /** wei per gas */
  readonly effectiveGasPrice: bigint;
  /** the created contract, for creations (also failed ones) */
  readonly contractAddress: Address | undefined;
};
