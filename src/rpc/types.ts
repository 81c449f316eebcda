import type * as z from 'zod';
import type { ForkPoint } from '../chain/genesis/parse-genesis.ts';
import type { CommittedBlock } from '../chain/types.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../mempool/types.ts';
import type { Address } from '../primitives/address.ts';
import type { DevelopmentAccount } from '../primitives/development-accounts.ts';
import type { Faults } from '../primitives/faults.ts';
import type { Hash } from '../primitives/hash.ts';
import { JsonText } from '../primitives/json-text.ts';
import type { ListenerOwner } from '../primitives/listeners.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { Account, WorldState } from '../state/types.ts';

/** A block that was just committed, with everything that subscribers need. */
export type { CommittedBlock };
export { JsonText };

/** A node that this one is connected to. */
type Peer = {
  /** 40 hex digits: the address of the key it proves to own */
  readonly id: string;
  /** IP address and port */
  readonly address: string;
};

type Vote = 'none' | 'nil' | 'block';

/** Where a node is in consensus: the height it works on, one above its newest block, and the round and step of that. */
type ConsensusPlace = { readonly height: number; readonly round: number; readonly step: string };

/** The height that the validators of a network vote on. */
export type ConsensusStatus = ConsensusPlace & {
  /** 40 hex digits: the id of this node for its peers */
  readonly id: string;
  /** milliseconds since 1970 at which the height began */
  readonly startTime: number;
  /** consensus address of the proposer of the round */
  readonly proposer: Address;
  /** by consensus address, with their votes in the round */
  readonly validators: readonly {
    readonly validator: Address;
    readonly power: number;
    readonly prevote: Vote;
    readonly precommit: Vote;
  }[];
  readonly peers: readonly (Peer & ConsensusPlace & { readonly moniker: string; readonly isOutbound: boolean })[];
};

export type Unsubscribe = () => void;

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
  /**
   * Calls `work`, which changes the chain, or what its next blocks depend on, in its turn: nobody else makes or removes
   * blocks meanwhile, and settings of the next block are not used up by another one. What the work depends on, such as
   * the newest block, is to be read in it. Resolves with what it returns. Rejects with an RpcError when the node stops
   * meanwhile.
   */
  exclusively<T>(work: (turn: ExclusiveTurn) => T | Promise<T>): Promise<T>;
  /** Likewise for `work` that changes nothing of it, and disturbs no block that is being made. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T>;
  readonly isAutomining: boolean;
  setAutomine(on: boolean): void;
  /** milliseconds between empty blocks; 0 for none */
  readonly blockInterval: number;
  setBlockInterval(milliseconds: number): void;
  /** time of a block if it were made now */
  readonly time: number;
  setNextTime(time: number): void;
  /** milliseconds between the times of consecutive blocks; undefined when block times follow the clock */
  readonly timeStep: number | undefined;
  setTimeStep(milliseconds: number | undefined): void;
  /** milliseconds that block times are ahead of the clock */
  readonly timeShift: number;
  setTimeShift(milliseconds: number): void;
  /** wei per gas, of the next block only */
  setNextBaseFee(wei: bigint): void;
  /** PREVRANDAO of the next block only */
  setNextRandao(value: Hash): void;
  /** Takes back what was set for the next block: time, base fee, PREVRANDAO. */
  forgetNext(): void;
  setBlockGasLimit(gas: bigint): void;
  setProposer(account: Address): void;
  /** the last one that was set */
  readonly chosenProposer: Address | undefined;
  /** all accounts of the newest state */
  accountsOfState(): Iterable<readonly [Address, Account]>;
  onRewind(owner: ListenerOwner, listener: () => void): Unsubscribe;
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
  /** of this node, while it runs */
  readonly nodeId: string;
  /** of a network that is a fork of another */
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

/** What to fork: undefined members are the origin of this fork, and its newest block. */
export type ForkWish = { readonly url: string | undefined; readonly blockNumber: number | undefined };

/** What a fork has of the network it was made from, the origin. */
export interface ForkControl {
  readonly point: ForkPoint;
  /** scheme and host of the origin; '' while none is set */
  readonly originName: string;
  /** address of the origin, with what may be a key: nobody is shown it; '' while none is set */
  readonly url: string;
  /** milliseconds before a failed request is repeated */
  readonly retryBackoff: number;
  /**
   * Sends all further requests to another address of the same network. Rejects with an OriginError when it leads to
   * this node.
   */
  setUrl(url: string): Promise<void>;
  /**
   * Ids of the development nodes that a request to the origin reaches, in order; ends at one that was passed before.
   */
  nodes(passed: readonly string[]): Promise<readonly string[]>;
  /** Why the origin is not the network that the fork was made from; undefined when it is, or cannot be reached. */
  fault(): Promise<string | undefined>;
  /** Whether no origin is set: then only what is stored can be read. */
  readonly isOffline: boolean;
  /**
   * Sends a request to the origin, unless its result is stored. A result for which `isFinal` is true never changes and
   * is stored. Rejects with an RpcError or an OriginError.
   */
  request(method: string, params: readonly JsonValue[], isFinal: (result: JsonValue) => boolean): Promise<JsonValue>;
}

/** What the interfaces may do to the node besides reading the chain. */
export interface NodeControl {
  /**
   * EIP-2718 bytes → transaction with hash and sender. Rejects with a TransactionDecodeError, or with the pool's error
   * when there are too many.
   */
  decode(raw: Uint8Array): Promise<Transaction>;
  /**
   * Verifies the post-quantum signature of a hybrid transaction, in a thread when there are many, and recovers the
   * signers of many authorizations in another, so that `submit` need not. Rejects with what `submit` would throw.
   */
  verifyAhead(transaction: Transaction): Promise<void>;
  /** Checks and pools a transaction, in this call. Throws the pool's error or a TransactionFaultError. */
  submit(transaction: Transaction): void;
  readonly mempool: MempoolReader;
  /** Executes the block that would be made now, without keeping it. */
  pendingBlock(): CommittedBlock;
  /** connected peers; none for a node alone */
  peers(): readonly Peer[];
  /** how many entries and transactions of peers were rejected since the start, by reason */
  rejectedFromPeers(): ReadonlyMap<string, number>;
  /** does the work for all clients, by turns */
  readonly mainThread: MainThread;
  /** errors that ended nothing, such as one in a listener of a client */
  readonly faults: Faults;
  /** undefined when the node is at the head of its network */
  syncing():
    | { readonly startingBlock: number; readonly currentBlock: number; readonly highestBlock: number }
    | undefined;
  /** The height that the validators vote on; undefined for a node alone, and while consensus does not respond. */
  consensus(): Promise<ConsensusStatus | undefined>;
  /**
   * The program that agrees on blocks: whether it runs, how often it was started again, and the seconds for
   * which the validators have decided a block that this node does not have; undefined for a node alone.
   */
  consensusProcess():
    | { readonly isRunning: boolean; readonly restarts: number; readonly stalledFor: number }
    | undefined;
  /** Rounds in which the newest blocks were decided, by height, as far as they are known. */
  decidedRounds(): ReadonlyMap<number, number>;
  /** What follows when the listener throws is what its owner says. */
  onBlock(owner: ListenerOwner, listener: (committed: CommittedBlock) => void): Unsubscribe;
  /** only on development networks */
  readonly development?: DevelopmentControl | undefined;
  onPendingTransaction(owner: ListenerOwner, listener: (tx: Transaction) => void): Unsubscribe;
}

/**
 * JSON text that is too long to be joined: each part is created when the client has read the parts before it, because
 * allocating a response of megabytes would cost more than writing it. ASCII only.
 */
export class LongText {
  readonly parts: () => Iterable<string>;
  /** characters */
  readonly length: number;
  constructor(parts: () => Iterable<string>, length: number) {
    this.parts = parts;
    this.length = length;
  }

  toString(): string {
    return [...this.parts()].join('');
  }
}

/** What methods return. A bigint is written as an exact integer; members that are undefined are left out. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonText
  | LongText
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue | undefined };

/** An error that the client receives. `data` is left out of the response when undefined. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  readonly data: JsonValue | undefined;
  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Shape of a JSON value, for the OpenRPC document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** One positional parameter. Optional ones come last. */
export type Param<T = unknown> = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** JSON → domain value; undefined when the client left it out. A thrown error becomes -32602 with its text. */
  readonly parse: (json: unknown) => T;
  /** for the OpenRPC document */
  readonly schema: JsonSchema;
};

/** A connection over which the node can send notifications: a WebSocket. */
export interface Session {
  /**
   * Sends a message, a long one in parts as the client reads them. A client that reads too slowly is disconnected; a
   * closed session drops messages.
   */
  send(text: string | LongText): void;
  /** `listener` is called once, when the connection has ended or begins to. */
  onClose(listener: () => void): void;
  /** Closes the connection with a WebSocket close code and a reason of at most 123 bytes (RFC 6455, 5.5.1). */
  end(code: number, reason: string): void;
}

/** The sender of the requests of a connection. */
export type Client = {
  /** IP address */
  readonly address: string;
  /** The key for limits per client: an IPv4 address, or the first 64 bits of an IPv6 address. */
  readonly network: string;
};

/** Counts the bytes of one response until its client has read them. */
export interface UnreadResponse {
  /** Counts more bytes; when there is no room for them, returns the error instead. */
  reserve(bytes: number): RpcError | undefined;
}

/** The context of a request: its client and connection. */
export type Call = {
  readonly client: Client;
  /** The origin of a web page that may only call methods that are not guarded; undefined for all other clients. */
  readonly readOnlyOrigin: string | undefined;
  readonly session: Session | undefined;
  readonly unread: UnreadResponse;
  /** Aborted when the client has closed the connection. */
  readonly signal: AbortSignal;
};

/** A method, declared once: dispatch, validation, OpenRPC document, metrics label and docs page are derived from it. */
export type Method = {
  readonly summary: string;
  readonly params: readonly Param[];
  /** Set on methods whose result does not depend on parameters: these are neither counted nor parsed. */
  readonly ignoresParams?: true;
  /** Set on methods that sign or change the chain without a key: not every web page may call them. */
  readonly isGuarded?: true;
  /** Set on methods that return what the chain has accepted: blocks limit its length, `max-response-size` does not. */
  readonly isOfChain?: true;
  readonly result: JsonSchema;
  readonly run: (params: readonly unknown[], call: Call) => JsonValue | Promise<JsonValue>;
  /**
   * Set on methods that are faster for many requests at once: those that follow each other in a batch. Receives the
   * parameters of each request and returns their results, in the same order.
   */
  readonly runTogether?: (params: readonly (readonly unknown[])[], call: Call) => Promise<Outcomes>;
};

/** What became of each of several requests. */
export type Outcomes = readonly PromiseSettledResult<JsonValue>[];

/** Wire name → method. */
export type Methods = Readonly<Record<string, Method>>;
