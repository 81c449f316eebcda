import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';
import type { StateView, WorldState } from '../state/types.ts';
import type { BlockEnvironment, InnerCall, InnerResult, Log } from './engine.ts';
import type { Network } from './network.ts';
import type { Pool } from './pools.ts';

/** The context of a module outside of a transaction. */
export type HookEnvironment = {
  readonly state: WorldState;
  readonly block: BlockEnvironment;
};

/** Whether a validator signed the block before this one. `validator` is the address of its consensus key. */
export type Vote = { readonly validator: Address; readonly signed: boolean };

/** Proof that a validator broke the rules of consensus, which the consensus of the network has checked. */
export type Misbehaviour = {
  readonly kind: 'duplicate-vote' | 'light-client-attack';
  /** address of its consensus key */
  readonly validator: Address;
  /** height at which it happened; blocks later than that may report it */
  readonly height: number;
  /** milliseconds since 1970 of the block of that height */
  readonly time: number;
  /** voting power of the validator at that height */
  readonly power: number;
};

/** What the proposer of a block adds to it besides transactions. The header carries it, so every node sees the same. */
export type ProposerReport = {
  /** milliseconds since 1970 when the block was begun */
  readonly time: number;
  /** transactions that waited at the proposer */
  readonly waitingTransactions: number;
  /** Total size of the waiting transactions. */
  readonly waitingBytes: number;
  /** on the parent; empty in the first block */
  readonly votes: readonly Vote[];
  /** each proof is in one block only */
  readonly misbehaviour: readonly Misbehaviour[];
};

/** The report of a block whose proposer has nothing to say but the time, in milliseconds since 1970. */
export function emptyReport(time: number): ProposerReport {
  return { time, waitingTransactions: 0, waitingBytes: 0, votes: [], misbehaviour: [] };
}

/** The context of the hooks around a block. */
export type HookContext = HookEnvironment & {
  readonly report: ProposerReport;
  /** An event of the block itself: kept with the block, not in a receipt. */
  emit(log: Log): void;
  /** Runs EVM code between the transactions; nobody pays for its gas. */
  callEvm(call: InnerCall): InnerResult;
  /**
   * Settles an entry of a queue, and returns whether it could be. When state or block make that fail, what it has changed is
   * undone and an event of the module names the entry; the caller takes it out of the queue, so that the next continue, or
   * puts it back for later where it holds coins.
   * `entry`: the parts of its key with a slash in between.
   */
  settle(queue: string, entry: string, run: () => void): boolean;
};

/** A transaction of the block in the form that the hooks after it get. */
export type ExecutedTransaction = {
  readonly sender: Address;
  /** undefined for a creation */
  readonly to: Address | undefined;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
  /** bytes as signed */
  readonly size: number;
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  /** wei per gas: base fee and tip */
  readonly gasPrice: bigint;
  /** wei that the sender had before it; undefined where that has not changed */
  readonly balanceBefore?: bigint | undefined;
  /** it carries a verified post-quantum signature */
  readonly isHybrid?: boolean;
};

export type EndBlockContext = HookContext & { readonly transactions: readonly ExecutedTransaction[] };

/** JSON of a module's section in the genesis document; the module itself checks its shape. */
type GenesisSection = unknown;

/** A native module in the form that the chain uses. A module may have no hooks. */
export type Module = {
  /** key of its section in the genesis document */
  readonly name: string;
  /** the address at which it is called; the account of its records */
  readonly address: Address;
  /**
   * Writes its first records. `section` is undefined when the document has none; parameters that it leaves out get the
   * values of the network. Throws when the section is wrong.
   */
  readonly initGenesis?: (context: HookEnvironment, section: GenesisSection | undefined, network: Network) => void;
  /**
   * The section that restores the records in a new chain that starts from block `height` of this one; `height` is 0
   * when omitted.
   */
  readonly exportGenesis?: (state: StateView) => GenesisSection;
  /** Why an entry of its account is none of its records, or undefined. A module without it accepts all. */
  readonly entryFault?: (key: Hex, value: Uint8Array) => string | undefined;
  /** the account in which it holds coins for others */
  readonly pool?: Pool;
  /** Runs before the first transaction of a block. */
  readonly beginBlock?: (context: HookContext) => void;
  /** Runs after the last transaction of a block. */
  readonly endBlock?: (context: EndBlockContext) => void;
};
