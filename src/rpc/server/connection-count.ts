import type { Client } from '../types.ts';

export type ConnectionLimits = { readonly total: number; readonly perClient: number };

/** Counts open connections, of all interfaces together and of each client. */
export class ConnectionCount {
  readonly #limits: ConnectionLimits;
  readonly #isShared: (client: Client) => boolean;
  readonly #clients = new Map<string, number>();
  #total = 0;

  /** `isShared`: whether many clients come from there, as from a proxy; all their connections count in total only. */
  constructor(limits: ConnectionLimits, isShared: (client: Client) => boolean) {
    this.#limits = limits;
    this.#isShared = isShared;
  }

  /** Counts one more, or answers with why there may not be one. */
  open(client: Client): string | undefined {
    const { total, perClient } = this.#limits;
    if (this.#total >= total) return `All ${total} connections are taken (http.max-connections).\n`;
    const own = this.#clients.get(client.network) ?? 0;
    if (own >= perClient && !this.#isShared(client)) {
      return `You have ${perClient} connections already (http.max-connections-per-client).\n`;
    }
    this.#total++;
    this.#clients.set(client.network, own + 1);
    return undefined;
  }

  /** One that was counted has ended. */
  close({ network }: Client): void {
    this.#total--;
    const left = (this.#clients.get(network) ?? 0) - 1;
    if (left > 0) this.#clients.set(network, left);
    else this.#clients.delete(network);
  }
}
