import type { Hash } from '../../primitives/hash.ts';

/** An entry of a peer whose transactions are being added to the pool. */
type OpenEntry = {
  readonly bytes: Uint8Array;
  /** transactions that are not decided yet */
  undecided: number;
  /** transactions that were new here */
  readonly size: number;
  readonly pending: Hash[];
};

/**
 * Forwards entries of peers unchanged when all their transactions were new here and are executable: then CometBFT
 * recognises the entry at peers that already have it, and does not send it again. Transactions of other entries are
 * forwarded in entries of this node.
 */
export class ForwardedEntries {
  readonly #openOf = new Map<Hash, OpenEntry>();
  readonly #due: Uint8Array[] = [];
  readonly #sendAlone: (hash: Hash) => void;

  /** `sendAlone` gets the transactions of other entries that can be executed. */
  constructor(sendAlone: (hash: Hash) => void) {
    this.#sendAlone = sendAlone;
  }

  /** Adds an entry. `isWhole`: whether all its transactions are among `fresh`, those that were not known here. */
  open(bytes: Uint8Array, fresh: readonly Hash[], isWhole: boolean): void {
    if (!isWhole || fresh.length < 2) return; // CometBFT identifies a single transaction by its own bytes
    const entry = { bytes: bytes.slice(), undecided: fresh.length, size: fresh.length, pending: [] };
    for (const hash of fresh) this.#openOf.set(hash, entry);
  }

  /** Called when a transaction can be executed. Returns whether it waits for the others of its entry. */
  hold(hash: Hash): boolean {
    const entry = this.#openOf.get(hash);
    entry?.pending.push(hash);
    return entry !== undefined;
  }

  /** Called when the pool has accepted or rejected a transaction. */
  decide(hash: Hash): void {
    const entry = this.#openOf.get(hash);
    if (entry === undefined) return;
    this.#openOf.delete(hash);
    if (--entry.undecided > 0) return;
    if (entry.pending.length === entry.size) this.#due.push(entry.bytes);
    else for (const pending of entry.pending) this.#sendAlone(pending);
  }

  /** The entries that can be forwarded now: about so many bytes, at least one entry. */
  take(bytes: number): readonly Uint8Array[] {
    const taken: Uint8Array[] = [];
    for (let size = 0; size < bytes; ) {
      const entry = this.#due.shift();
      if (entry === undefined) break;
      taken.push(entry);
      size += entry.length;
    }
    return taken;
  }
}
