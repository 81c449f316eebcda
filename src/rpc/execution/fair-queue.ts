/** A waiting call. */
export type QueueEntry = {
  /** the network of the client */
  readonly network: string;
  /** aborted when the client no longer waits for it; calls of the same connection have the same */
  readonly signal: AbortSignal;
  /** Called when it leaves the queue to run. */
  readonly start: () => void;
  /** Called when it is dropped. */
  readonly reject: () => void;
};

/** The calls of the connections of one client; the one to be served next comes first, in each. */
type Connections = Map<AbortSignal, QueueEntry[]>;

/**
 * A queue of limited length, served round-robin by client and, of one client, by connection, however many calls each
 * has. When it is full, the newest call of the client with the most calls is dropped.
 */
export class FairQueue {
  readonly #maxLength: number;
  readonly #byNetwork = new Map<string, Connections>();
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get length(): number {
    return this.#length;
  }

  push(entry: QueueEntry): void {
    if (this.#length >= this.#maxLength) this.#dropAborted();
    const connections: Connections = this.#byNetwork.get(entry.network) ?? new Map();
    this.#byNetwork.set(entry.network, connections);
    const entries = connections.get(entry.signal);
    if (entries === undefined) connections.set(entry.signal, [entry]);
    else entries.push(entry);
    this.#length++;
    if (this.#length > this.#maxLength) this.#dropNewestOfLargest();
  }

  /** Removes the next call whose client is still connected. */
  shift(): QueueEntry | undefined {
    for (const [network, connections] of this.#byNetwork) {
      this.#byNetwork.delete(network); // behind all others
      this.#byNetwork.set(network, connections);
      for (const [signal, entries] of connections) {
        const entry = entries.shift();
        connections.delete(signal);
        if (entries.length > 0) connections.set(signal, entries);
        if (connections.size === 0) this.#byNetwork.delete(network);
        if (entry === undefined) continue;
        this.#length--;
        if (!signal.aborted) return entry;
        entry.reject();
      }
    }
    return undefined;
  }

  /** Removes and rejects everything. */
  clear(): void {
    for (const connections of this.#byNetwork.values()) this.#drop(connections, () => true);
    this.#byNetwork.clear();
  }

  #dropAborted(): void {
    for (const [network, connections] of this.#byNetwork) {
      this.#drop(connections, ({ aborted }) => aborted);
      if (connections.size === 0) this.#byNetwork.delete(network);
    }
  }

  #drop(connections: Connections, isDropped: (signal: AbortSignal) => boolean): void {
    for (const [signal, entries] of connections) {
      if (!isDropped(signal)) continue;
      connections.delete(signal);
      this.#length -= entries.length;
      for (const entry of entries) entry.reject();
    }
  }

  #dropNewestOfLargest(): void {
    const [network, connections] = largest(this.#byNetwork, lengthOf);
    const [signal, entries] = largest(connections, ({ length }) => length);
    const newest = entries.pop();
    if (entries.length === 0) connections.delete(signal);
    if (connections.size === 0) this.#byNetwork.delete(network);
    this.#length--;
    newest?.reject();
  }
}

function lengthOf(connections: Connections): number {
  let length = 0;
  for (const entries of connections.values()) length += entries.length;
  return length;
}

/** The last of the largest entries. Throws a RangeError when the map is empty. */
function largest<K, V>(map: ReadonlyMap<K, V>, size: (value: V) => number): readonly [K, V] {
  let found: readonly [K, V] | undefined;
  for (const each of map) if (found === undefined || size(each[1]) >= size(found[1])) found = each;
  if (found === undefined) throw new RangeError('nothing is waiting');
  return found;
}
