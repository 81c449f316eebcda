import type { Hash } from '../../primitives/hash.ts';

/** An entry of a peer whose transactions are on their way into the pool. */
type OpenEntry = {
  readonly bytes: Uint8Array;
  /** transactions that are not decided yet */
  undecided: number;
  /** transactions that were new here */
  readonly size: number;
  readonly pending: Hash[];
};

/**
 * Sends the entries of peers on, byte for byte, when all in them was new here and can be executed: CometBFT then knows the
 * entry at all peers that have it already, and does not hand it over again. What comes from an entry of which that is not
 * so is sent on in entries of this node.
 */
export class ForwardedEntries {
  readonly #openOf = new Map<Hash, OpenEntry>();
  readonly #due: Uint8Array[] = [];
  readonly #sendAlone: (hash: Hash) => void;

  /** `sendAlone` gets the transactions of other entries that can be executed. */
  constructor(sendAlone: (hash: Hash) => void) {
    this.#sendAlone = sendAlone;
  }

  /** Takes an entry. `isWhole`: whether all its transactions are among `fresh`, those that were not known here. */
  open(bytes: Uint8Array, fresh: readonly Hash[], isWhole: boolean): void {
    if (!isWhole || fresh.length < 2) return; // CometBFT knows a transaction alone by its own bytes
    const entry = { bytes: bytes.slice(), undecided: fresh.length, size: fresh.length, pending: [] };
    for (const hash of fresh) this.#openOf.set(hash, entry);
  }

  /** A transaction can be executed now. Returns whether it waits for the others of its entry. */
  hold(hash: Hash): boolean {
    const entry = this.#openOf.get(hash);
    entry?.pending.push(hash);
    return entry !== undefined;
  }

  /** The pool has taken a transaction, or not. */
  decide(hash: Hash): void {
    const entry = this.#openOf.get(hash);
    if (entry === undefined) return;
    this.#openOf.delete(hash);
    if (--entry.undecided > 0) return;
    if (entry.pending.length === entry.size) this.#due.push(entry.bytes);
    else for (const pending of entry.pending) this.#sendAlone(pending);
  }

  /** The entries that can be sent on now: some bytes, at least one entry. */
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
