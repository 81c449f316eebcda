import type { Address } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Batch } from '../store/batch.ts';
import type { Reader } from '../store/types.ts';
import { decodeAccountRecord, encodeAccountRecord } from './account-record.ts';
import { heightAtEnd, heightKey, keyOf } from './keys.ts';
import { stateTables } from './tables.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import type { Account } from './types.ts';

/** Something of the network below a fork: an account with its code, a storage slot, or the hash of a block. */
export type OriginRead =
  | { readonly kind: 'account'; readonly address: Address }
  | { readonly kind: 'slot'; readonly owner: Address; readonly key: Hex }
  | { readonly kind: 'block hash'; readonly height: number };

/**
 * What was read is not stored yet. A caller that can wait calls `fetch`, which rejects when the origin does not return
 * it, then repeats the whole work: nothing has been changed.
 */
export class StateUnavailableError extends Error {
  override name = 'StateUnavailableError';
  readonly read: OriginRead;
  readonly fetch: () => Promise<void>;

  constructor(read: OriginRead, fetch: () => Promise<void>) {
    super(`not stored yet: ${JSON.stringify(read)}`);
    this.read = read;
    this.fetch = fetch;
  }
}

/** The origin did not return what was read; the message names the read and quotes the origin. */
export class OriginError extends Error {
  override name = 'OriginError';
  /** JSON-RPC code for the client */
  readonly code: number;

  constructor(message: string, code = -32000) {
    super(message);
    this.code = code;
  }
}

/** How a process gets what is not stored yet. */
export interface OriginSource {
  /** how many reads it has stored: another thread has to look again when it is higher than before */
  readonly stored: number;
  /** Stores what is read. Rejects with an OriginError. */
  fetch(read: OriginRead): Promise<void>;
  /** The error with which the same read has failed a moment ago: it is not repeated at once. */
  failure(read: OriginRead): OriginError | undefined;
}

/** No source: for readers of a database that another thread fetches into. */
const noSource: OriginSource = {
  stored: 0,
  fetch: async (read) => {
    throw new Error(`only the main thread fetches from the origin: ${JSON.stringify(read)}`);
  },
  failure: () => undefined,
};

/** The error for what is not stored: that of the origin when it has just failed to return it. */
export function unavailable(read: OriginRead, source: OriginSource = noSource): OriginError | StateUnavailableError {
  return source.failure(read) ?? new StateUnavailableError(read, () => source.fetch(read));
}

/**
 * The state that a fork begins from: that of the origin after one block, as far as it is stored. Every read throws a
 * StateUnavailableError for what is not stored.
 */
export class OriginState {
  readonly #reader: Reader;
  readonly #source: OriginSource;

  constructor(reader: Reader, source: OriginSource = noSource) {
    this.#reader = reader;
    this.#source = source;
  }

  /** Its code is stored with it. */
  account(address: Address): Account | undefined {
    const row = this.#reader.get(stateTables.originAccounts, keyOf(address));
    if (row === undefined) throw unavailable({ kind: 'account', address }, this.#source);
    return row.length === 0 ? undefined : decodeAccountRecord(row).account;
  }

  /** The word without leading zeros; undefined: zero. An account that never had code has no slots. */
  slot(owner: Address, key: Hex): Uint8Array | undefined {
    const row = this.#reader.get(stateTables.originSlots, keyOf(owner, key));
    if (row !== undefined) return row.length === 0 ? undefined : row;
    const account = this.account(owner);
    if (account === undefined || (account.nonce === 0n && account.codeHash === emptyCodeHash)) return undefined;
    throw unavailable({ kind: 'slot', owner, key }, this.#source);
  }

  blockHash(height: number): Hash {
    const row = this.#reader.get(stateTables.originBlocks, heightKey(height));
    if (row === undefined) throw unavailable({ kind: 'block hash', height }, this.#source);
    return hashFromBytes(row);
  }
}

/** Adds what the origin returned for an account to the batch; undefined: there is none. */
export function writeOriginAccount(
  batch: Batch,
  address: Address,
  account: Account | undefined,
  code: Uint8Array,
): void {
  const row = account && encodeAccountRecord({ account, storageRoot: emptyTreeRoot });
  batch.put(stateTables.originAccounts, keyOf(address), row ?? new Uint8Array(0));
  if (account !== undefined && code.length > 0) batch.put(stateTables.code, keyOf(account.codeHash), code);
}

/** `value`: without leading zeros. */
export function writeOriginSlot(batch: Batch, owner: Address, key: Hex, value: Uint8Array): void {
  batch.put(stateTables.originSlots, keyOf(owner, key), value);
}

const countKey = Buffer.from('reads');

/** How many reads of the origin are stored. */
export function readOriginCount(reader: Reader): number {
  const row = reader.get(stateTables.originBlocks, countKey);
  return row === undefined ? 0 : heightAtEnd(row);
}

/** Adds to the batch how many reads of the origin are stored. */
export function writeOriginCount(batch: Batch, count: number): void {
  batch.put(stateTables.originBlocks, countKey, heightKey(count));
}

/** Adds to the batch the hash of a block of the origin. */
export function writeOriginBlockHash(batch: Batch, height: number, hash: Hash): void {
  batch.put(stateTables.originBlocks, heightKey(height), keyOf(hash));
}
