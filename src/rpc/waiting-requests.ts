import type { RequestBudget } from './dispatch/dispatcher.ts';
import { giveBack, passedText, Quota, takeAll } from './quota.ts';
import { type Client, RpcError } from './types.ts';

/** Bytes up to which a request is not counted: how many of those may wait is limited already. */
const uncounted = 16 * 1024;

export type WaitingRequestOptions = {
  readonly 'max-waiting-bytes': number;
  readonly 'max-waiting-bytes-per-client': number;
};

/**
 * Counts the bytes of large requests that were read and wait for their response: each keeps its parameters in memory
 * until then, and a few hundred of the largest would fill it.
 */
export class WaitingRequests implements RequestBudget {
  readonly #together: Quota;
  readonly #perClient: Quota;

  /** `section`: of the configuration that has the options, as `json-rpc` */
  constructor(section: string, options: WaitingRequestOptions) {
    const quota = (name: keyof WaitingRequestOptions, counts: string) =>
      new Quota({ key: `${section}.${name}`, limit: options[name], counts });
    this.#together = quota('max-waiting-bytes', 'bytes of waiting requests');
    this.#perClient = quota('max-waiting-bytes-per-client', 'bytes of waiting requests of one client');
  }

  /** Counts a request of so many bytes. Returns how to end that, or an RpcError (-32005) that names the limit it exceeds. */
  add(bytes: number, { network }: Client): (() => void) | RpcError {
    if (bytes <= uncounted) return nothingToEnd;
    const claims = [
      { quota: this.#perClient, holder: network, amount: bytes },
      { quota: this.#together, amount: bytes },
    ];
    const passed = takeAll(claims);
    return passed === undefined ? () => giveBack(claims) : new RpcError(-32005, passedText(passed));
  }
}

function nothingToEnd(): void {}
