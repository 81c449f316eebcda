/** A waiting call. */
export type QueueEntry = {
  /** the network of the client */
  readonly network: string;
  /** aborted when the client no longer waits for it */
  readonly signal: AbortSignal;
  /** Called when it leaves the queue to run. */
  readonly start: () => void;
  /** Called when it is dropped. */
  readonly reject: () => void;
};

/**
 * A queue of limited length, served round-robin by client, however many calls each has. When it is full, the newest call of
 * the client with the most calls is dropped.
 */
export class FairQueue {
  readonly #maxLength: number;
  /** The calls of each client in order; the client to be served next comes first. */
  readonly #byNetwork = new Map<string, QueueEntry[]>();
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get length(): number {
    return this.#length;
  }

  push(entry: QueueEntry): void {
    if (this.#length >= this.#maxLength) this.#dropAborted();
    const own = this.#byNetwork.get(entry.network);
    if (own === undefined) this.#byNetwork.set(entry.network, [entry]);
    else own.push(entry);
    this.#length++;
    if (this.#length > this.#maxLength) this.#dropNewestOfLargest();
  }

  /** Removes the next call whose client is still connected. */
  shift(): QueueEntry | undefined {
    for (;;) {
      const [first] = this.#byNetwork;
      if (first === undefined) return undefined;
      const [network, entries] = first;
      const entry = entries.shift();
      this.#byNetwork.delete(network);
      if (entries.length > 0) this.#byNetwork.set(network, entries); // behind all others
      if (entry === undefined) continue;
      this.#length--;
      if (!entry.signal.aborted) return entry;
      entry.reject();
    }
  }

  #dropAborted(): void {
    for (const [network, entries] of [...this.#byNetwork]) {
      for (const entry of entries) if (entry.signal.aborted) entry.reject();
      this.#replace(
        network,
        entries,
        entries.filter((entry) => !entry.signal.aborted),
      );
    }
  }

  #dropNewestOfLargest(): void {
    let largest: [string, QueueEntry[]] | undefined;
    for (const each of this.#byNetwork) if (each[1].length >= (largest?.[1].length ?? 0)) largest = each;
    if (largest === undefined) return;
    const [network, entries] = largest;
    entries.at(-1)?.reject();
    this.#replace(network, entries, entries.slice(0, -1));
  }

  #replace(network: string, before: readonly QueueEntry[], now: QueueEntry[]): void {
    this.#length += now.length - before.length;
    if (now.length === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, now);
  }
}
