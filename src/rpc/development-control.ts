import type { RewindEvent } from '../chain/types.ts';
import type { Address } from '../primitives/address.ts';
import type { DevelopmentAccount } from '../primitives/development-accounts.ts';
import type { Hash } from '../primitives/hash.ts';
import type { ListenerOwner } from '../primitives/listeners.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import type { ProjectContracts } from '../sources/project-contracts.ts';
import type { Account, WorldState } from '../state/types.ts';
import type { ForkControl, ForkWish } from './fork-control.ts';

/** What only exclusive work may do; each rejects with an RpcError when the node stops meanwhile. */
export type ExclusiveTurn = {
  /** aborts when the node is to stop, which waits for the end of the turn */
  readonly signal: AbortSignal;
  /** Makes a block now, with the transactions that wait. */
  mine(): Promise<BlockPlace>;
  /** Changes the state in a block of its own for each change. */
  amend(changes: Iterable<(state: WorldState) => void>): Promise<void>;
  /** Removes all blocks after a height. */
  rewind(height: number): Promise<void>;
};

/** A block by height and hash: the hash shows whether it is still part of the chain. */
export type BlockPlace = { readonly height: number; readonly hash: Hash };

/** What methods may do to the node on development networks only. Times are in milliseconds since 1970. */
export interface DevelopmentControl {
  /** accounts for which the node signs */
  readonly accounts: readonly DevelopmentAccount[];
  /** the contracts of the folder that the node was started in */
  readonly project: ProjectContracts;
  /** order of transactions in a block */
  readonly transactionOrder: 'fees' | 'fifo';
  /** whether it takes transactions of all accounts, until somebody says otherwise */
  readonly impersonatesAll: boolean;
  /**
   * Calls `work`, which changes the chain, or what its next blocks depend on, in its turn: nobody else makes or removes
   * blocks meanwhile, and settings of the next block are not used up by another one. What the work depends on, such as
   * the newest block, is to be read in it. Resolves with what it returns. Rejects with an RpcError when the node stops
   * meanwhile, or when thousands wait already.
   */
  exclusively<T>(work: (turn: ExclusiveTurn) => MaybePromise<T>): Promise<T>;
  /** Likewise for `work` that changes nothing of it, and disturbs no block that is being made. */
  inTurn<T>(work: () => MaybePromise<T>): Promise<T>;
  readonly isAutomining: boolean;
  setAutomine(on: boolean): void;
  /** milliseconds between empty blocks; 0 for none */
  readonly blockIntervalMs: number;
  setBlockInterval(milliseconds: number): void;
  /** time of a block if it were made now */
  readonly time: number;
  /** Sets the time from which further blocks continue, and forgets one that was set for the next block. */
  setTime(time: number): void;
  setNextTime(time: number): void;
  /** milliseconds between the times of consecutive blocks; undefined when block times follow the clock */
  readonly timeStepMs: number | undefined;
  setTimeStep(milliseconds: number | undefined): void;
  /** milliseconds that block times are ahead of the clock */
  readonly timeShiftMs: number;
  setTimeShift(milliseconds: number): void;
  /** wei per gas, of the next block only */
  setNextBaseFee(wei: bigint): void;
  /** PREVRANDAO of the next block only */
  setNextRandao(value: Hash): void;
  /** Takes back what was set for the next block: time, base fee, PREVRANDAO. */
  forgetNext(): void;
  /**
   * Returns a function that sets again what is set now of the next block, or of all further ones: time, base fee,
   * PREVRANDAO, gas limit, proposer.
   */
  keepSettings(): () => void;
  setBlockGasLimit(gas: bigint): void;
  setProposer(account: Address): void;
  /** the last one that was set */
  readonly chosenProposer: Address | undefined;
  /** all accounts of the newest state */
  accountsOfState(): Iterable<readonly [Address, Account]>;
  /** Calls the listener when blocks were removed, or the state was changed outside of the rules. */
  onRewind(owner: ListenerOwner, listener: (event: RewindEvent) => void): () => void;
  /** the newest removals of blocks since the start of the node, newest first */
  readonly rewinds: readonly Rewind[];
  /** Removes a transaction from the pool; false when it was not there. */
  drop(hash: Hash): boolean;
  dropAll(): void;
  /** Turns the log of the node on or off. */
  setLogging(on: boolean): void;
  /** Logs a warning. */
  warn(message: string): void;
  /** what web3_clientVersion returns; '' for the name and version of this node */
  readonly clientVersion: string;
  /**
   * Begins another network in place of this one: a fork, or one that is no fork when undefined. Rejects with an
   * RpcError or OriginError when the origin cannot be read; then nothing has changed.
   */
  startAnew(fork: ForkWish | undefined): Promise<void>;
  /** Identity of this node, while it runs */
  readonly nodeId: string;
  /** For a network that is a fork of another */
  readonly fork: ForkControl | undefined;
}

/** A removal of all blocks after a height. */
export type Rewind = {
  /** heights of the newest block before and after */
  readonly from: number;
  readonly to: number;
  /** seconds since 1970 by the clock of the node */
  readonly at: number;
};

/** Whether a network goes by the name of Hardhat, so that it does what tools expect of a node of Hardhat. */
export function isHardhatName(clientVersion: string): boolean {
  return /^hardhat/i.test(clientVersion);
}
