import type { CommittedBlock, UnfinishedBlock } from '../chain/types.ts';
import type { ConsensusProcess, ConsensusStatus, NetworkStatus, Peer } from '../kernel/network-status.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../mempool/types.ts';
import type { Faults } from '../primitives/faults.ts';
import type { Hash } from '../primitives/hash.ts';
import type { ListenerOwner } from '../primitives/listeners.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { Owner } from '../scheduling/owner.ts';
import type { DevelopmentControl } from './development-control.ts';

/** What the interfaces may do to the node besides reading the chain. */
export interface NodeControl {
  /**
   * Decodes, checks and pools a transaction of a client; resolves with its hash. Rejects with a TransactionDecodeError,
   * a MempoolError or a TransactionFaultError, and with a DroppedError when a slow check is due and the client has left.
   */
  submit(raw: Uint8Array, client: Owner): Promise<Hash>;
  /** The same, where `pool` adds it, such as after it has begun to wait for the block. */
  submitThrough<T>(
    raw: Uint8Array,
    client: Owner,
    pool: (transaction: Transaction, add: () => void) => MaybePromise<T>,
  ): Promise<T>;
  /** Many together, so that no block is made between two of them. */
  submitAll(raws: readonly Uint8Array[], client: Owner): Promise<readonly PromiseSettledResult<Hash>[]>;
  /** Checks and pools a transaction that this node has signed, in this call. Throws as `submit` rejects. */
  add(transaction: Transaction): void;
  readonly mempool: MempoolReader;
  /**
   * The block that would be made now, which from then on is what the chain reads at `pending`. It is at once there unless
   * something has changed that it depends on. Rejects with an RpcError when the node stops.
   */
  pendingBlock(): MaybePromise<CommittedBlock>;
  /** The same before its end, for what would be its last transaction. */
  unfinishedBlock(): MaybePromise<UnfinishedBlock>;
  /** connected peers; none for a node alone */
  peers(): readonly Peer[];
  /** how many entries and transactions of peers were rejected since the start, by reason */
  rejectedFromPeers(): ReadonlyMap<string, number>;
  /** does the work for all clients, by turns */
  readonly mainThread: MainThread;
  /** errors that ended nothing, such as one in a listener of a client */
  readonly faults: Faults;
  /** undefined when the node is at the head of its network */
  syncing(): NetworkStatus['syncing'];
  /** The height that the validators vote on; undefined for a node alone, and while consensus does not respond. */
  consensus(): Promise<ConsensusStatus | undefined>;
  /**
   * The program that agrees on blocks: whether it runs, how often it was started again, and the seconds for
   * which the validators have decided a block that this node does not have; undefined for a node alone.
   */
  consensusProcess(): ConsensusProcess | undefined;
  /** Rounds in which the newest blocks were decided, by height, as far as they are known. */
  decidedRounds(): ReadonlyMap<number, number>;
  /** What follows when the listener throws is what its owner says. */
  onBlock(owner: ListenerOwner, listener: (committed: CommittedBlock) => void): () => void;
  /** only on development networks */
  readonly development?: DevelopmentControl | undefined;
  onPendingTransaction(owner: ListenerOwner, listener: (tx: Transaction) => void): () => void;
}
