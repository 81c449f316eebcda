import { MempoolError } from './fault.ts';

type ArrivalLimits = {
  /** bytes of all clients together, and of one */
  readonly total: number;
  readonly perClient: number;
};

/** Bytes that each transaction counts besides its own: the request that it came with, and its place in queues. */
export const arrivalOverheadBytes = 256;

/**
 * Counts the transactions that clients have sent and that nobody has decided about: they wait to be decoded, and for
 * slow checks. A connection may send the next ones meanwhile, so that nothing else bounds how many wait.
 */
export class ArrivingTransactions {
  readonly #limits: ArrivalLimits;
  readonly #byNetwork = new Map<string, number>();
  #bytes = 0;

  constructor(limits: ArrivalLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a transaction of so many bytes until the function it returns is called. Throws a MempoolError. */
  add(length: number, { network }: { readonly network: string }): () => void {
    const bytes = length + arrivalOverheadBytes;
    const own = (this.#byNetwork.get(network) ?? 0) + bytes;
    const { perClient, total } = this.#limits;
    if (own > perClient) throw new MempoolError({ code: 'too-many-arriving', limit: perClient, whose: 'per-client' });
    if (this.#bytes + bytes > this.#limitFor(own))
      throw new MempoolError({ code: 'too-many-arriving', limit: total, whose: 'all' });
    this.#change(network, bytes);
    return () => this.#change(network, -bytes);
  }

  /** The last third of the total is for clients with little, which those with much cannot shut out. */
  #limitFor(own: number): number {
    const { total } = this.#limits;
    return own <= total / 64 ? total : (total / 3) * 2;
  }

  #change(network: string, bytes: number): void {
    const own = (this.#byNetwork.get(network) ?? 0) + bytes;
    if (own === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, own);
    this.#bytes += bytes;
  }
}
