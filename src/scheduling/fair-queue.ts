import { DroppedError, type Owner } from './owner.ts';

/** Work that waits. */
export type QueueEntry = {
  readonly owner: Owner;
  /** Called with a DroppedError when it leaves the queue without having been taken. */
  readonly reject: (error: unknown) => void;
};

/** Most entries that `shift` drops: of 100,000 that a client has left behind, dropping all at once would take seconds. */
const mostDropped = 64;

/** The entries of the connections of one network. The connection that is served next comes first. */
type Connections<Entry> = Map<object, Entry[]>;

/**
 * A queue of limited length, served round-robin by network and, within a network, by connection, however many entries
 * each has. When it is full, the newest entry of the network with the most entries is dropped.
 */
export class FairQueue<Entry extends QueueEntry> {
  readonly #maxLength: number;
  readonly #byNetwork = new Map<string, Connections<Entry>>();
  #length = 0;

  constructor(maxLength = Number.POSITIVE_INFINITY) {
    this.#maxLength = maxLength;
  }

  get length(): number {
    return this.#length;
  }

  /** Whether `shift` may have an entry: the owners of all may have left. */
  get hasNext(): boolean {
    return this.#length > 0;
  }

  push(entry: Entry): void {
    if (this.#length >= this.#maxLength) this.#dropLeft();
    const { network, connection } = entry.owner;
    const connections: Connections<Entry> = this.#byNetwork.get(network) ?? new Map();
    this.#byNetwork.set(network, connections);
    const entries = connections.get(connection);
    if (entries === undefined) {
      connections.set(connection, [entry]);
      entry.owner.pause?.();
    } else entries.push(entry);
    this.#length++;
    if (this.#length > this.#maxLength) this.#dropNewestOfLargest();
  }

  /**
   * Removes the entry whose turn it is, and drops those on the way whose owner has left. Undefined when nothing waits,
   * and when it has dropped so many that others should run before the next call: then `hasNext` is still true.
   */
  shift(): Entry | undefined {
    let dropped = 0;
    for (const [network, connections] of this.#byNetwork) {
      this.#byNetwork.delete(network); // behind all others
      this.#byNetwork.set(network, connections);
      for (const [connection, entries] of connections) {
        const entry = entries.shift();
        connections.delete(connection);
        if (entries.length > 0) connections.set(connection, entries);
        else entry?.owner.resume?.();
        if (connections.size === 0) this.#byNetwork.delete(network);
        if (entry === undefined) continue;
        this.#length--;
        if (!entry.owner.hasLeft) return entry;
        entry.reject(new DroppedError('left'));
        if (++dropped === mostDropped) return undefined;
      }
    }
    return undefined;
  }

  /** Removes everything, and rejects it with the error. */
  clear(error: unknown): void {
    const all = [...this.#byNetwork.values()];
    this.#byNetwork.clear();
    for (const connections of all) this.#drop(connections, () => true, error);
  }

  #dropLeft(): void {
    for (const [network, connections] of this.#byNetwork) {
      this.#drop(connections, ({ hasLeft }) => hasLeft);
      if (connections.size === 0) this.#byNetwork.delete(network);
    }
  }

  #drop(
    connections: Connections<Entry>,
    isDropped: (owner: Owner) => boolean,
    error: unknown = new DroppedError('left'),
  ): void {
    for (const [connection, entries] of connections) {
      const owner = entries[0]?.owner;
      if (owner === undefined || !isDropped(owner)) continue;
      connections.delete(connection);
      this.#length -= entries.length;
      owner.resume?.();
      for (const entry of entries) entry.reject(error);
    }
  }

  #dropNewestOfLargest(): void {
    const [network, connections] = largest(this.#byNetwork, lengthOf);
    const [connection, entries] = largest(connections, ({ length }) => length);
    const newest = entries.pop();
    if (entries.length === 0) {
      connections.delete(connection);
      newest?.owner.resume?.();
    }
    if (connections.size === 0) this.#byNetwork.delete(network);
    this.#length--;
    newest?.reject(new DroppedError('full'));
  }
}

function lengthOf(connections: Connections<unknown>): number {
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
