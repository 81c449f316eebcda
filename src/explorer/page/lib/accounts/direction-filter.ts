import { signal } from '@preact/signals';
import type { Hex } from '../node/types.ts';
import { type AccountTransaction, type History, type HistoryEntry, readTransaction } from './history.ts';

type Direction = 'sent' | 'received' | 'other';

/**
 * What a transaction is to the account at `address` (lower case): `sent` also when it goes to itself. One that neither
 * comes from it nor goes to it may still pay it, or take from it: an inner call, a module, a code it has set.
 */
export function directionOf({ transaction: { from, to }, gain = 0n }: AccountTransaction, address: Hex): Direction {
  if (from.toLowerCase() === address) return 'sent';
  if (gain !== 0n) return gain > 0n ? 'received' : 'sent';
  return to?.toLowerCase() === address ? 'received' : 'other';
}

/** Entries whose transactions are read together. */
const chunk = 100;
/** Matches that one call of `readMore` looks for. */
const wanted = 100;

/**
 * The entries of a history in one direction. Only their transactions show it, so these are read, as far as is scrolled.
 */
export class DirectionFilter {
  readonly matches = signal<readonly HistoryEntry[]>([]);
  /** entries that were looked at, the newest ones */
  readonly examined = signal(0);
  readonly isComplete = signal(false);
  readonly #history: History;
  readonly #matches: (entry: HistoryEntry) => Promise<boolean>;
  #newest: HistoryEntry | undefined;
  #reading: Promise<void> | undefined;

  constructor(history: History, address: Hex, direction: Direction) {
    this.#history = history;
    this.#matches = async (entry) => directionOf(await readTransaction(entry, address), address) === direction;
  }

  /** Looks at the entries that came since, after a read in progress: they may have come after it had looked. */
  async readNew(): Promise<void> {
    await this.#reading;
    await this.#alone(() => this.#readNewer());
  }

  /** Looks at new entries, then at older ones until there are more matches; or waits for a read in progress. */
  readMore(): Promise<void> {
    return this.#alone(async () => {
      await this.#readNewer();
      const enough = this.matches.peek().length + wanted;
      while (this.matches.peek().length < enough && !this.isComplete.peek()) await this.#readOlder();
    });
  }

  #alone(read: () => Promise<void>): Promise<void> {
    this.#reading ??= read()
      .catch(() => {}) // the node does not respond: the next call continues
      .finally(() => {
        this.#reading = undefined;
      });
    return this.#reading;
  }

  async #readNewer(): Promise<void> {
    const entries = this.#history.entries.peek();
    const newer = this.#newest === undefined ? 0 : entries.indexOf(this.#newest);
    if (newer > 0) {
      this.matches.value = [...(await this.#select(entries.slice(0, newer))), ...this.matches.peek()];
      this.examined.value += newer;
    } else if (newer < 0) {
      this.matches.value = []; // the chain was rewound: from the beginning
      this.examined.value = 0;
    }
    this.#newest = entries[0];
  }

  async #readOlder(): Promise<void> {
    const from = this.examined.peek();
    if (from >= this.#history.entries.peek().length) await this.#history.readMore();
    const next = this.#history.entries.peek().slice(from, from + chunk);
    this.#newest ??= next[0];
    this.matches.value = [...this.matches.peek(), ...(await this.#select(next))];
    this.examined.value = from + next.length;
    this.isComplete.value =
      this.#history.isComplete.peek() && this.examined.peek() >= this.#history.entries.peek().length;
    if (next.length === 0 && !this.isComplete.peek()) throw new Error('the history cannot be read now');
  }

  async #select(entries: readonly HistoryEntry[]): Promise<readonly HistoryEntry[]> {
    const fits = await Promise.all(entries.map((entry) => this.#matches(entry)));
    return entries.filter((_, at) => fits[at]);
  }
}
