import type { RequestBudget } from './dispatch/dispatcher.ts';
import { claimsOf, giveBack, passedText, Quota, takeAll } from './quota.ts';
import { RpcError } from './rpc-error.ts';
import type { Client } from './session.ts';

/** Requests up to this many bytes are not counted: the number of waiting requests is limited elsewhere. */
const uncountedBytes = 16 * 1024;

type WaitingRequestOptions = {
  readonly 'max-waiting-bytes': number;
  readonly 'max-waiting-bytes-per-client': number;
};

/**
 * Counts the bytes of large requests that wait for their response. Their parameters stay in memory until then, and a
 * few hundred of the largest requests would fill it.
 */
export class WaitingRequests implements RequestBudget {
  readonly #together: Quota;
  readonly #perClient: Quota;

  /** `section`: the section of the configuration that has the options, such as `json-rpc` */
  constructor(section: string, options: WaitingRequestOptions) {
    const quota = (name: keyof WaitingRequestOptions, counts: string) =>
      new Quota({ key: `${section}.${name}`, limit: options[name], counts });
    this.#together = quota('max-waiting-bytes', 'bytes of waiting requests');
    this.#perClient = quota('max-waiting-bytes-per-client', 'bytes of waiting requests of one client');
  }

  /**
   * Counts a request. Returns the function that ends the count, undefined for one that is not counted, or an RpcError
   * (-32005) that names the exceeded limit.
   */
  add(bytes: number, { network }: Client): (() => void) | RpcError | undefined {
    if (bytes <= uncountedBytes) return undefined;
    const claims = claimsOf(this.#perClient, this.#together, network, bytes);
    const passed = takeAll(claims);
    return passed === undefined ? () => giveBack(claims) : new RpcError(-32005, passedText(passed));
  }
}
