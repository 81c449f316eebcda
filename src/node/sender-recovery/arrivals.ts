import type { Arrival } from './arrival.ts';

/** Raw transactions of one client in the order of their arrival: those that wait for somebody to decode them come last. */
class Line {
  readonly network: string;
  /** the first that is not settled */
  #oldest: Arrival | undefined;
  #newest: Arrival | undefined;
  /** the first that nobody decodes yet */
  next: Arrival | undefined;

  constructor(network: string) {
    this.network = network;
  }

  get isEmpty(): boolean {
    return this.#oldest === undefined;
  }

  /** Whether the oldest has been decoded. */
  get isReady(): boolean {
    return this.#oldest?.settle !== undefined;
  }

  push(arrival: Arrival): void {
    if (this.#newest !== undefined) this.#newest.next = arrival;
    this.#newest = arrival;
    this.#oldest ??= arrival;
    this.next ??= arrival;
  }

  /** Takes out the oldest. */
  shift(): Arrival | undefined {
    const oldest = this.#oldest;
    this.#oldest = oldest?.next;
    if (this.#oldest === undefined) this.#newest = undefined;
    return oldest;
  }
}

/** Raw transactions of all clients: those of each are decoded and settled in the order of their arrival, clients by turns. */
export class Arrivals {
  /** the lines that are not empty, by the network of the client */
  readonly #lines = new Map<string, Line>();
  /** those with transactions that nobody decodes yet; the one whose turn it is comes first */
  readonly #undecoded = new Set<Line>();
  /** those with a transaction that can be settled */
  readonly #ready = new Set<Line>();
  #waiting = 0;
  #unsettled = 0;

  /** Number of those that nobody decodes yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether there is one, which nobody decodes yet. */
  get isSingle(): boolean {
    return this.#unsettled === 1 && this.#waiting === 1;
  }

  push(arrival: Arrival): void {
    const { network } = arrival;
    const line = this.#lines.get(network) ?? new Line(network);
    this.#lines.set(network, line);
    line.push(arrival);
    this.#undecoded.add(line);
    this.#waiting++;
    this.#unsettled++;
  }

  /** The next that nobody decodes yet, for the caller to decode: so many and so many bytes at most, at least one. */
  take(count: number, bytes: number): Arrival[] {
    const taken: Arrival[] = [];
    let size = 0;
    for (const line of this.#undecoded) {
      const { next } = line;
      if (next === undefined || taken.length === count) break;
      size += next.raw.length;
      if (size > bytes && taken.length > 0) break;
      taken.push(next);
      line.next = next.next;
      this.#undecoded.delete(line);
      if (line.next !== undefined) this.#undecoded.add(line); // behind all others
    }
    this.#waiting -= taken.length;
    return taken;
  }

  /** Notes that one that was taken has been decoded: it is settled once those of its client before it are. */
  noteDecoded({ network }: Arrival): void {
    const line = this.#lines.get(network);
    if (line?.isReady === true) this.#ready.add(line);
  }

  /** Settles those that have been decoded, so many at most, of each client up to the first that is not; returns whether there are more. */
  settle(count: number): boolean {
    let left = count;
    for (const line of this.#ready) {
      if (left-- === 0) return true;
      this.#ready.delete(line);
      const oldest = line.shift();
      this.#unsettled--;
      if (line.isReady)
        this.#ready.add(line); // behind all others
      else if (line.isEmpty) this.#lines.delete(line.network);
      oldest?.settle?.();
    }
    return false;
  }
}
