import type { z } from 'zod';
import type { CommittedBlock } from '../chain/types.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../mempool/types.ts';
import type { Address } from '../primitives/address.ts';
import type { DevelopmentAccount } from '../primitives/development-accounts.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Account, WorldState } from '../state/types.ts';

/** A block just committed, as subscribers get it. */
export type { CommittedBlock };

export type Unsubscribe = () => void;

/** What methods may do to the node of a development network, and to no other. Times in milliseconds since 1970. */
export interface DevelopmentControl {
  /** the node signs for these */
  readonly accounts: readonly DevelopmentAccount[];
  /** Makes a block now, with what waits. */
  mine(): void;
  readonly isAutomining: boolean;
  setAutomine(on: boolean): void;
  /** milliseconds between empty blocks; 0 for none */
  readonly blockInterval: number;
  setBlockInterval(milliseconds: number): void;
  /** time of a block made now */
  readonly time: number;
  setNextTime(time: number): void;
  /** milliseconds from the time of each block to that of the next; undefined when it goes by the clock */
  readonly timeStep: number | undefined;
  setTimeStep(milliseconds: number | undefined): void;
  /** milliseconds that block times are ahead of the clock */
  readonly timeShift: number;
  setTimeShift(milliseconds: number): void;
  /** wei per gas, of the next block only */
  setNextBaseFee(wei: bigint): void;
  setBlockGasLimit(gas: bigint): void;
  setProposer(account: Address): void;
  /** Changes the state by a block of its own. */
  amend(change: (state: WorldState) => void): void;
  /** every account after the newest block */
  accountsOfState(): Iterable<readonly [Address, Account]>;
  /** Goes back to an earlier block. */
  rewind(height: number): void;
  onRewind(listener: () => void): Unsubscribe;
  /** Whether such a transaction was waiting. */
  drop(hash: Hash): boolean;
  dropAll(): void;
  /** Whether the node logs. */
  setLogging(on: boolean): void;
}

/** What the interfaces may do to the node besides reading the chain. */
export interface NodeControl {
  /** EIP-2718 bytes → transaction with hash and sender. Rejects with a TransactionDecodeError. */
  decode(raw: Uint8Array): Promise<Transaction>;
  /** Checks and pools a transaction. Rejects with the pool's error or a TransactionFaultError. */
  submit(transaction: Transaction): Promise<void>;
  readonly mempool: MempoolReader;
  /** The block that would be made now. It is executed and not kept. */
  pendingBlock(): CommittedBlock;
  /** connected peers; 0 for a node alone */
  peerCount(): number;
  /** undefined when the node is at the head of its network */
  syncing():
    | { readonly startingBlock: number; readonly currentBlock: number; readonly highestBlock: number }
    | undefined;
  onBlock(listener: (committed: CommittedBlock) => void): Unsubscribe;
  /** only on development networks */
  readonly development?: DevelopmentControl | undefined;
  onPendingTransaction(listener: (tx: Transaction) => void): Unsubscribe;
}

/** Ready-made JSON: written into the response as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The same of so many characters that they are never put in one piece, and each part is made only when the client has
 * read those before it: memory for answers of megabytes would cost more than writing them. ASCII only.
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

/** What methods return. A bigint is printed as an exact integer; undefined members are left out. */
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

/** An error a client sees. `data` is left out of the answer when undefined. */
export class RpcError extends Error {
  override name = 'RpcFault';
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
  /** JSON → domain value; undefined stands for a parameter left out. What it throws becomes -32602 with that text. */
  readonly parse: (json: unknown) => T;
  /** shape for the OpenRPC document */
  readonly schema: JsonSchema;
};

/** A connection that the node can speak to unasked: a WebSocket. */
export interface Session {
  /** Sends a message. A reader too slow for its messages is disconnected; a closed session swallows them. */
  send(text: string): void;
  /** Called once, when the connection has ended. */
  onClose(listener: () => void): void;
  /** Closes the connection with a WebSocket close code and a reason of at most 123 bytes (RFC 6455, 5.5.1). */
  end(code: number, reason: string): void;
}

/** Who sends requests over a connection. */
export type Client = {
  /** IP address, as text. */
  readonly address: string;
  /** What limits for each client count by: the address; of IPv6 the first 64 bits, as all others come with them. */
  readonly network: string;
};

/** Counts the bytes of one response until its client has read them. */
export interface UnreadResponse {
  /** Counts more bytes; when there is no room for them, returns the error instead. */
  reserve(bytes: number): RpcError | undefined;
}

/** Who asks. */
export type Call = {
  readonly client: Client;
  /** The origin of a web page that may only read, and so calls nothing guarded; undefined for everybody else. */
  readonly readOnlyOrigin: string | undefined;
  readonly session: Session | undefined;
  readonly unread: UnreadResponse;
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal;
};

/** A method, declared once: dispatch, validation, OpenRPC document, metrics label and docs page are derived from it. */
export type Method = {
  readonly summary: string;
  readonly params: readonly Param[];
  /** Set on methods that answer the same whatever is asked: parameters are neither counted nor parsed. */
  readonly ignoresParams?: true;
  /** Set on methods that sign or change the chain where anybody could: not every web page may call them. */
  readonly isGuarded?: true;
  readonly result: JsonSchema;
  readonly run: (params: readonly unknown[], call: Call) => JsonValue | Promise<JsonValue>;
  /**
   * Set on methods that are faster for many requests at once: those that follow each other in a batch. Receives the
   * parameters of each request and returns the promises of their results, in the same order.
   */
  readonly runTogether?: (params: readonly (readonly unknown[])[], call: Call) => readonly Promise<JsonValue>[];
};

/** Wire name → method. */
export type Methods = Readonly<Record<string, Method>>;
