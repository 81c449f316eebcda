import { signal } from '@preact/signals';
import { RowCache } from '../node/row-cache.ts';
import { call, callSvm } from '../node/rpc.ts';
import type { BalanceChange, Hex, Transaction } from '../node/types.ts';
import { hashOfSignature, toBase58 } from './accounts.ts';

/** A transaction that touched an account. */
export type HistoryEntry = {
  readonly signature: string;
  readonly height: number;
  readonly timestamp: number;
  readonly ok: boolean;
};

type Signature = {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
  readonly blockTime: number | null;
};

/** Most rows that the interface returns at once. */
const pageSize = 1_000;
/** Most entries that are put before a list; after more it is read again. */
const mostNew = 100;
/** Most pages that one call of `readMore` reads: the further somebody scrolls, the more at once. */
const maxPages = 10;

/** The transactions that touched an account, newest first, read page by page; `address` in lower case. */
export class History {
  readonly entries = signal<readonly HistoryEntry[]>([]);
  /** how many entries were put before those that were read first */
  readonly added = signal(0);
  readonly isComplete = signal(false);
  readonly error = signal<Error | undefined>(undefined);
  readonly details: RowCache<HistoryEntry, AccountTransaction>;
  readonly #key: string;
  #lastSignature: string | undefined;
  #pages = 1;
  #reading: Promise<void> | undefined;

  constructor(address: Hex) {
    this.#key = toBase58(address);
    this.details = new RowCache((entry) => readTransaction(entry, address));
  }

  /** Reads the next older entries, or waits for a read in progress. Does nothing when there are none. */
  readMore(): Promise<void> {
    this.#reading ??= this.#readPages().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readPages(): Promise<void> {
    try {
      for (let page = 0; page < this.#pages && !this.isComplete.peek(); page++) await this.#readPage();
      this.#pages = Math.min(maxPages, this.#pages * 2);
      this.error.value = undefined;
    } catch (error) {
      this.error.value = error instanceof Error ? error : new Error(String(error));
    }
  }

  async #readPage(): Promise<void> {
    const before = this.#lastSignature === undefined ? {} : { before: this.#lastSignature };
    const rows = await callSvm<readonly Signature[]>('getSignaturesForAddress', [
      this.#key,
      { limit: pageSize, ...before },
    ]);
    this.#lastSignature = rows.at(-1)?.signature ?? this.#lastSignature;
    this.entries.value = [...this.entries.peek(), ...rows.map(toEntry)];
    this.isComplete.value = rows.length < pageSize;
  }

  /** Whether an entry was there before: then the newest one is gone, because the chain was rewound. */
  #knows(row: Signature | undefined): boolean {
    return row !== undefined && this.entries.peek().some(({ signature }) => signature === row.signature);
  }

  /** What came since the list was read is put before it. */
  async readNew(headHeight: number): Promise<void> {
    const [newest] = this.entries.peek();
    if (newest === undefined) return this.isComplete.peek() ? this.#restart() : undefined;
    const options = { limit: mostNew, until: newest.signature };
    const rows = await callSvm<readonly Signature[]>('getSignaturesForAddress', [this.#key, options]).catch(() => []);
    if (rows.length === mostNew || newest.height > headHeight || this.#knows(rows.at(-1))) return this.#restart();
    if (rows.length === 0) return;
    this.entries.value = [...rows.map(toEntry), ...this.entries.peek()];
    this.added.value += rows.length;
  }

  /** Reads all again, after a read in progress: the page that it still waits for belongs to the old list. */
  async #restart(): Promise<void> {
    await this.#reading;
    this.#lastSignature = undefined;
    this.isComplete.value = false;
    this.entries.value = [];
    await this.readMore();
  }
}

function toEntry({ signature, slot, err, blockTime }: Signature): HistoryEntry {
  return { signature, height: slot, timestamp: blockTime ?? 0, ok: err === null };
}

const hashes = new WeakMap<HistoryEntry, Hex>();

/** The transaction hash of an entry. It is computed for rows in view only: base58 takes its time. */
export function hashOf(entry: HistoryEntry): Hex {
  const hash = hashes.get(entry) ?? hashOfSignature(entry.signature) ?? '0x';
  hashes.set(entry, hash);
  return hash;
}

/** A transaction and what an account gained by it in wei, fees included; undefined where the node does not say it. */
export type AccountTransaction = { readonly transaction: Transaction; readonly gain: bigint | undefined };

/** The transaction of an entry, for the account at `address` in lower case. Rejects when the node does not have it. */
export async function readTransaction(entry: HistoryEntry, address: Hex): Promise<AccountTransaction> {
  const hash = hashOf(entry);
  const [transaction, changes] = await Promise.all([
    call<Transaction | null>('eth_getTransactionByHash', [hash]),
    call<readonly BalanceChange[] | null>('qord_getBalanceChanges', [hash]).catch(() => null),
  ]);
  if (transaction === null) throw new Error(`no transaction ${hash}`);
  const own = changes?.find((each) => each.address.toLowerCase() === address);
  if (changes === null) return { transaction, gain: undefined };
  return { transaction, gain: own === undefined ? 0n : BigInt(own.after) - BigInt(own.before) };
}
