import type { BlockEnvironment, Engine, Outcome, RunOptions } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { WorldState } from '../../state/types.ts';
import type { GasCostInput } from './gas-cost.ts';

/** A transaction or call with its effective gas price. */
export type Execution = GasCostInput & {
  readonly sender: Address;
  /** wei */
  readonly value: bigint;
  readonly gasLimit: bigint;
  /** wei per gas that the sender pays; 0 for a free call */
  readonly gasPrice: bigint;
  /** EIP-4844; empty on this chain */
  readonly blobHashes: readonly Hash[];
  /** both keys of the sender have signed it */
  readonly isHybrid: boolean;
};

/** The engine, block and state of an execution. */
export type ExecutionContext = {
  readonly engine: Engine;
  readonly block: BlockEnvironment;
  readonly state: WorldState;
  /** Holds the prepaid gas while the transaction runs, and afterwards the price of the gas used (base fee and tip). */
  readonly feeCollector: Address;
  readonly run: RunOptions;
};

/** A finished execution: what the receipt and the caller need. */
export type AppliedTransaction = {
  readonly outcome: Outcome;
  /** gas that the sender paid for */
  readonly gasUsed: bigint;
  /** gas used before refunds */
  readonly peakGas: bigint;
  /** wei per gas */
  readonly effectiveGasPrice: bigint;
  /** the created contract, for creations (also failed ones) */
  readonly contractAddress: Address | undefined;
};
