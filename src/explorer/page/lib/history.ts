import { signal } from '@preact/signals';
import { hashOfSignature } from './accounts.ts';
import { call, callSvm } from './rpc.ts';
import type { Hex, Transaction } from './types.ts';

/** A transaction that touched an account. */
export type HistoryEntry = {
  readonly hash: Hex;
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

/** The transactions that touched an account, newest first, read page by page; `key` is its base58 spelling. */
export class History {
  readonly entries = signal<readonly HistoryEntry[]>([]);
  readonly isComplete = signal(false);
  readonly error = signal<Error | undefined>(undefined);
  /** grows whenever details have arrived */
  readonly version = signal(0);
  readonly #key: string;
  readonly #details = new Map<Hex, Transaction | undefined>();
  #lastSignature: string | undefined;
  #isReading = false;

  constructor(key: string) {
    this.#key = key;
  }

  async readMore(): Promise<void> {
    if (this.#isReading || this.isComplete.peek()) return;
    this.#isReading = true;
    try {
      const options = {
        limit: pageSize,
        ...(this.#lastSignature === undefined ? {} : { before: this.#lastSignature }),
      };
      const rows = await callSvm<readonly Signature[]>('getSignaturesForAddress', [this.#key, options]);
      this.#lastSignature = rows.at(-1)?.signature ?? this.#lastSignature;
      this.entries.value = [...this.entries.peek(), ...rows.map(toEntry)];
      this.isComplete.value = rows.length < pageSize;
      this.error.value = undefined;
    } catch (error) {
      this.error.value = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#isReading = false;
    }
  }

  /** What came since the list was read is put before it. */
  async readNew(): Promise<void> {
    const [newest] = this.entries.peek();
    if (newest === undefined) return this.isComplete.peek() ? this.#restart() : undefined;
    const rows = await callSvm<readonly Signature[]>('getSignaturesForAddress', [this.#key, { limit: 100 }]).catch(
      () => [],
    );
    const entries = rows.map(toEntry);
    const known = entries.findIndex(({ hash }) => hash === newest.hash);
    if (known < 0 && entries.length > 0) return this.#restart();
    if (known > 0) this.entries.value = [...entries.slice(0, known), ...this.entries.peek()];
  }

  async #restart(): Promise<void> {
    this.#lastSignature = undefined;
    this.isComplete.value = false;
    this.entries.value = [];
    await this.readMore();
  }

  /** The transaction of an entry; undefined while it is read. */
  details(hash: Hex): Transaction | undefined {
    if (!this.#details.has(hash)) void this.#readDetails(hash);
    return this.#details.get(hash);
  }

  async #readDetails(hash: Hex): Promise<void> {
    this.#details.set(hash, undefined);
    try {
      const transaction = await call<Transaction | null>('eth_getTransactionByHash', [hash]);
      if (transaction !== null) this.#details.set(hash, transaction);
    } catch {
      this.#details.delete(hash); // read again when it is shown next
    }
    this.version.value++;
  }
}

function toEntry({ signature, slot, err, blockTime }: Signature): HistoryEntry {
  return { hash: hashOfSignature(signature) ?? '0x', height: slot, timestamp: blockTime ?? 0, ok: err === null };
}
