import type { BlockEnvironment, Log } from '../kernel/engine.ts';
import type { Prints } from '../kernel/prints.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import type { CacheSizes } from '../primitives/cache-sizes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { AccountRange, AccountRangeRequest } from '../state/account-range.ts';
import type { StateProof } from '../state/proof.ts';
import type { Account, StateChanges, StateView } from '../state/types.ts';
import type { ForkPoint } from './genesis/parse-genesis.ts';

/** An Ethereum block header as of Osaka. Its hash is keccak256(rlp(header)), so standard tools can recompute it. */
export type Header = {
  readonly number: number;
  readonly parentHash: Hash;
  /** proposer's account */
  readonly miner: Address;
  readonly stateRoot: Hash;
  readonly transactionsRoot: Hash;
  readonly receiptsRoot: Hash;
  /** 256 bytes */
  readonly logsBloom: Hex;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** seconds since 1970; never less than the parent's */
  readonly timestamp: number;
  readonly extraData: Uint8Array;
  readonly prevRandao: Hash;
  /** wei per gas */
  readonly baseFee: bigint;
};

/** A header with the values that follow from the bytes of its block. */
export type SealedHeader = Header & {
  readonly hash: Hash;
  /** bytes of the whole block in RLP */
  readonly size: number;
  readonly transactionCount: number;
};

export type Block = { readonly header: SealedHeader; readonly transactions: readonly Transaction[] };

/** A change of one account's balance, in wei. */
export type BalanceChange = { readonly address: Address; readonly before: bigint; readonly after: bigint };

/** Result of one transaction, as it is stored. */
export type Receipt = {
  readonly type: Transaction['type'];
  readonly status: 0 | 1;
  readonly gasUsed: bigint;
  /** gas of the block up to and including this transaction */
  readonly cumulativeGasUsed: bigint;
  /** wei per gas that was paid */
  readonly effectiveGasPrice: bigint;
  /** the created contract, for creations */
  readonly contractAddress: Address | undefined;
  readonly logs: readonly Log[];
  /** block-wide index of the first log */
  readonly firstLogIndex: number;
  /** 256 bytes */
  readonly logsBloom: Uint8Array;
  /** changed balances without the fee collector's: the sender first, then in address order */
  readonly balanceChanges: readonly BalanceChange[];
};

/** Bytes that parts of a block are stored in; receipts without their logs. */
export type BodySizes = { readonly transactions: number; readonly receipts: number; readonly logs: number };

/** The position of a transaction in the chain. */
export type TransactionLocation = { readonly height: number; readonly index: number };

/** A transaction in the history of an account: the summary that lists show. */
export type AccountTransaction = TransactionLocation & {
  /** 32 bytes, not hex: lists of thousands need no text of it */
  readonly hash: Uint8Array;
  readonly status: Receipt['status'];
  /** Time Time of its block: seconds since 1970 */
  readonly timestamp: number;
};

/** A log with its position in the chain. */
export type LocatedLog = {
  readonly log: Log;
  readonly height: number;
  readonly transactionIndex: number;
  /** block-wide */
  readonly logIndex: number;
};

/** Which logs to find. Empty lists and missing positions match anything. */
export type LogFilter = {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly addresses: readonly Address[];
  /** per topic position, the accepted values; an empty list accepts any */
  readonly topics: readonly (readonly Hash[])[];
  /** more matches than this throw a TooManyLogsError */
  readonly limit: number;
};

/** A search for logs in steps of at most about a millisecond; returns the logs found. */
export type LogSearch = Generator<undefined, readonly LocatedLog[], undefined>;

/** A query matched more logs than its limit. */
export class TooManyLogsError extends Error {
  override name = 'TooManyLogsError';
  readonly limit: number;
  constructor(limit: number) {
    super(`more than ${limit} logs match`);
    this.limit = limit;
  }
}

/** The block that would be made now, before its end: as a transaction sees it that is the last of it. */
export type UnfinishedBlock = {
  readonly header: Pick<
    Header,
    'number' | 'parentHash' | 'timestamp' | 'miner' | 'gasLimit' | 'baseFee' | 'prevRandao'
  >;
  /** what its beginning and its transactions change of the state after its parent */
  readonly changes: StateChanges;
};

/** The block that would be made now, as those see it who read at `pending`. */
export type PendingBlock = {
  readonly header: SealedHeader;
  /** what it changes of the state after its parent */
  readonly changes: StateChanges;
};

/** A block that was just committed, as listeners get it. */
export type CommittedBlock = {
  readonly block: Block;
  readonly receipts: readonly Receipt[];
  /** emitted by the hooks around the transactions */
  readonly events: readonly Log[];
  /** balances changed by the hooks, in order; without the fee collector's */
  readonly hookChanges: readonly BalanceChange[];
  /** What transactions printed, on development networks; no part of the block. */
  readonly prints?: readonly TransactionPrints[];
};

/** What a transaction passed to console.log. */
export type TransactionPrints = { readonly transactionIndex: number; readonly prints: Prints };

/** A block with logs that a development network has removed. */
export type RemovedBlock = {
  readonly block: {
    readonly header: SealedHeader;
    readonly transactions: readonly { readonly hash: Hash }[];
  };
  readonly receipts: readonly Pick<Receipt, 'logs' | 'firstLogIndex'>[];
};

/** A development network has removed blocks, or changed its state outside of the rules. */
export type RewindEvent = {
  /** height of the newest block afterwards */
  readonly height: number;
  /** accounts that it changed, themselves or their entries */
  readonly changed: ReadonlySet<Address>;
  /** wei that accounts had before blocks were removed, of all whose balance that changed */
  readonly balances: ReadonlyMap<Address, bigint>;
  /** The removed blocks that have logs, oldest first; the newest of them when they have very many. */
  readonly removed: readonly RemovedBlock[];
  /** height of the lowest removed block that has logs and is not among them; infinite when all are */
  readonly forgotten: number;
};

/** Fixed for the life of a chain. */
export type ChainIdentity = {
  readonly network: 'mainnet' | 'testnet' | 'dev';
  /**
   * EVM chain id of the genesis: 9801 mainnet, 9800 testnet, any of a development network, which can change it for later
   * blocks. What transactions are signed for is `ChainStates.chainId`.
   */
  readonly chainId: bigint;
  /** Height of the block that holds the genesis state: there is none below it. */
  readonly genesisHeight: number;
  /** Hash of that block */
  readonly genesisHash: Hash;
  /** For a development network that is a fork: where it leaves its origin */
  readonly fork?: ForkPoint | undefined;
};

/** Reads committed blocks. For unknown heights and hashes the methods return undefined. */
export interface BlockReader {
  head(): SealedHeader;
  header(height: number): SealedHeader | undefined;
  heightOf(blockHash: Hash): number | undefined;
  /** Hash of a block; below a fork that of its origin, for which it may throw a StateUnavailableError. */
  hashOf(height: number): Hash | undefined;
  block(height: number): Block | undefined;
  /** in order; cheaper than `block`, because nothing is decoded */
  transactionHashes(height: number): readonly Hash[] | undefined;
  /** in transaction order */
  receipts(height: number): readonly Receipt[] | undefined;
  /** The logs of the block from an index on, each decoded when it is asked for; none without block. */
  eachLog(height: number, first: number): Iterable<Log>;
  /** Bytes in which the parts of the block are stored: what reading them costs; 0 without block. */
  bodySizes(height: number): BodySizes;
  /** Events emitted by the hooks of the block, outside of transactions, in order. */
  events(height: number): readonly Log[] | undefined;
  /**
   * Balances changed by the hooks of the block, outside of transactions, in order. Together with the balance changes of
   * the receipts these are all changes except those of the fee collector.
   */
  hookChanges(height: number): readonly BalanceChange[] | undefined;
  locate(transactionHash: Hash): TransactionLocation | undefined;
  transaction(at: TransactionLocation): Transaction | undefined;
  receipt(at: TransactionLocation): Receipt | undefined;
  /** Number of transactions in the chain. */
  transactionTotal(): number;
}

/** Finds logs by the index of addresses and topics. */
export interface LogReader {
  /** In chain order. Throws a TooManyLogsError. */
  find(filter: LogFilter): readonly LocatedLog[];
  /**
   * The same in steps, for untrusted queries over any range. `beforeBlock` is called before a block is read, and may
   * throw.
   */
  search(filter: LogFilter, beforeBlock?: (height: number) => void): LogSearch;
}

/** The transactions that touched an account: sender, recipient, created contract, or balance changed. */
export interface AccountHistories {
  /** Those of the account, or all, newest first, strictly before `before` when given. */
  transactionsOf(
    account: Address | 'all',
    before: TransactionLocation | undefined,
    limit: number,
  ): readonly AccountTransaction[];
  /** Those in blocks above a height, oldest first: whole blocks, until there are `limit`. */
  transactionsAfter(account: Address, height: number, limit: number): readonly AccountTransaction[];
}

/** The state after each block, and what code sees there. For a future height the methods return undefined. */
export interface ChainStates {
  /**
   * The block at `pending`, which others make (`PendingBlocks`) and set here; undefined while there is none, or when its
   * parent has been removed.
   */
  pending: PendingBlock | undefined;
  /** The same block before its end, which is made and set in the same way. */
  unfinished: UnfinishedBlock | undefined;
  /**
   * The state after the block of that height, or within the unfinished one; at `pending` and there without such a block,
   * that of the newest one.
   */
  at(height: number | 'pending' | 'unfinished'): StateView | undefined;
  /** Up to `limit` accounts of the newest state, in address order, from `start` on. */
  accountsFrom(start: Address, limit: number): readonly (readonly [Address, Account])[];
  /** Accounts after the block of that height, in the order of the hashes of their addresses. */
  accountRange(height: number, request: AccountRangeRequest): AccountRange | undefined;
  /**
   * Proves an account and some of its entries against the state root of that height (EIP-1186). Throws a
   * ProofTooOldError when too much has changed since. `onProgress` is called now and then, and may throw: the time
   * grows with what has changed since.
   */
  proof(
    address: Address,
    keys: readonly Hex[],
    height: number | 'pending',
    onProgress?: () => void,
  ): StateProof | undefined;
  /** State root after changes made over the state of that height. Fails like `proof`. */
  rootAfter(height: number, changes: StateChanges): Hash | undefined;
  /** Wei per gas that the base fee of the next block does not go below. */
  baseFeeFloor(): bigint;
  /** Base fee of the block after one like this, in wei per gas. */
  baseFeeAfter(parent: Pick<Header, 'gasUsed' | 'gasLimit' | 'baseFee'>): bigint;
  /**
   * What code sees in a call at the block of that height, or at the pending one. 'next': in the block after the head,
   * with the timestamp of the head, because the chain has no clock; it stands in for a pending or unfinished block.
   */
  environmentAt(height: number | 'next' | 'pending' | 'unfinished'): BlockEnvironment | undefined;
  /** What the transactions of the block of that height saw: the chain id may be another than after it. */
  environmentIn(height: number): BlockEnvironment | undefined;
  /** EVM chain id of the block after that of a height, the newest one without it, and of calls on the state between. */
  chainId(height?: number): bigint;
}

/** The committed chain. Nothing uncommitted is ever visible, and there are no reorganisations. */
export interface ChainReader extends BlockReader {
  readonly identity: ChainIdentity;
  /** what caches of its content take */
  readonly cacheSizes: CacheSizes;
  readonly states: ChainStates;
  readonly logs: LogReader;
  readonly histories: AccountHistories;
}
