import type { JsonRpcOptions } from '../options.ts';
import { type Claim, claimsOf, giveBack, passedText, quotasOf, takeAll } from '../quota.ts';
import { RpcError } from '../rpc-error.ts';
import type { Client, Session } from '../session.ts';

/** What each limit counts, for error texts. */
const counts = {
  'max-filters': 'filters of all clients',
  'max-filters-per-address': 'filters from your address',
  'max-subscriptions': 'subscriptions of all clients',
  'max-subscriptions-per-address': 'subscriptions from your address',
  'max-subscriptions-per-connection': 'subscriptions on one connection',
  'max-filter-terms': 'addresses and topics in filters and subscriptions of all clients',
  'max-filter-terms-per-address': 'addresses and topics in filters and subscriptions from your address',
  'max-receipt-waiters': 'requests of all clients that wait for a receipt',
  'max-receipt-waiters-per-address': 'requests from your address that wait for a receipt',
};

/** The limits of filters, subscriptions and requests that wait for receipts: these keys of the section `[json-rpc]`. */
export type WatchLimits = Pick<JsonRpcOptions, keyof typeof counts>;

/** Those of all clients, each with one of the same name for an address. */
type SharedLimit = 'max-filters' | 'max-subscriptions' | 'max-filter-terms' | 'max-receipt-waiters';

/** JSON-RPC: the request exceeds a defined limit (EIP-1474). */
const limitExceeded = -32005;

/**
 * Counts the filters, subscriptions and waiting requests of each connection, client network and of all clients: they
 * cannot exhaust the memory, and no client can use up what others need.
 */
export class WatchQuotas {
  readonly #quotas: ReturnType<typeof quotasOf<keyof WatchLimits>>;

  constructor(limits: WatchLimits) {
    this.#quotas = quotasOf('json-rpc', limits, counts);
  }

  /** Counts a filter with so many terms; returns a function that releases them. Throws an RpcError at a limit. */
  takeFilter({ network }: Client, terms: number): () => void {
    return take([...this.#claims('max-filters', network, 1), ...this.#claims('max-filter-terms', network, terms)]);
  }

  /** Counts a subscription with so many terms; returns a function that releases them. Throws an RpcError at a limit. */
  takeSubscription(session: Session, { network }: Client, terms: number): () => void {
    return take([
      { quota: this.#quotas['max-subscriptions-per-connection'], holder: session, amount: 1 },
      ...this.#claims('max-subscriptions', network, 1),
      ...this.#claims('max-filter-terms', network, terms),
    ]);
  }

  /** Counts a request that waits; returns a function that releases it. Throws an RpcError at a limit. */
  takeWaiter({ network }: Client): () => void {
    return take(this.#claims('max-receipt-waiters', network, 1));
  }

  #claims(name: SharedLimit, network: string, amount: number): readonly Claim[] {
    return claimsOf(this.#quotas[`${name}-per-address`], this.#quotas[name], network, amount);
  }
}

function take(claims: readonly Claim[]): () => void {
  const passed = takeAll(claims);
  if (passed === undefined) return () => giveBack(claims);
  throw new RpcError(limitExceeded, `${passedText(passed)}; end some that are not needed`);
}
