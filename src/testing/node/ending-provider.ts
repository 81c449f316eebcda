import { setTimeout as sleep } from 'node:timers/promises';
import { JsonRpcProvider } from 'ethers';

/** Longer than ethers waits for further requests before it sends a batch, in milliseconds. */
const pauseMs = 50;

/** A provider that ends when it has its responses: ethers rejects what is under way, and nobody catches that of its polls. */
export class EndingProvider extends JsonRpcProvider {
  readonly #sent = new Set<Promise<unknown>>();

  override _send(...args: Parameters<JsonRpcProvider['_send']>): ReturnType<JsonRpcProvider['_send']> {
    const sent = super._send(...args);
    this.#sent.add(sent);
    const drop = () => void this.#sent.delete(sent);
    sent.then(drop, drop);
    return sent;
  }

  /** Stops polling, waits for what has been requested, and ends. */
  async end(): Promise<void> {
    await this.removeAllListeners();
    do {
      await Promise.allSettled(this.#sent);
      await sleep(pauseMs);
    } while (this.#sent.size > 0);
    this.destroy();
  }
}
