import { delegateOf } from '../evm/delegation.ts';
import { type Authorities, areAuthoritiesKnown, authoritiesOf, keepAuthorities } from '../evm/transaction/authorize.ts';
import { type Authorization, authorizationsOf, type Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import type { StateView } from '../state/types.ts';
import { MempoolError } from './fault.ts';
import type { SenderQueue } from './sender-queue.ts';

/**
 * A transaction whose authorizations are asked about, as it was received: its bytes are copied faster than its fields.
 */
export type AuthoritiesRequest = Pick<Transaction, 'raw' | 'sender' | 'hash'> & { readonly chainId: bigint };

/**
 * Accounts that have signed the authorizations of a transaction, which another thread may recover before it is added.
 */
export type PendingAuthorities = {
  readonly chainId: bigint;
  /** Keeps the result for later checks and for the execution of the transaction, which may have been decoded again. */
  readonly keep: (transaction: Transaction, authorities: Authorities) => void;
};

/**
 * Minimum authorizations of a transaction whose signers another thread should recover: half a millisecond of work.
 */
const many = 16;

/**
 * Limits what waits of delegated accounts (EIP-7702), and of those whose delegation waits in the pool: a call by
 * anybody may move their coins, and so make everything that they have in the pool worthless at once. go-ethereum has
 * the same rules. An authorization with a nonce below that of its account is void for ever and counts for nothing:
 * anybody may send it again.
 */
export class Delegations {
  /** Chain id for which authorizations are counted */
  readonly chainId: bigint;
  readonly #limit: number;
  /** number of pooled authorizations of the account, by their nonces */
  readonly #waiting = new Map<Address, Map<bigint, number>>();

  /** `limit`: pending transactions of one such account */
  constructor(chainId: bigint, limit: number) {
    this.chainId = chainId;
    this.#limit = limit;
  }

  /** Checks the sender of a transaction that replaces none. Throws a MempoolError. */
  assertAllowed({ sender, nonce }: Transaction, queue: SenderQueue, state: StateView): void {
    const limit = this.#limit;
    if (!this.#isLimited(sender, state)) return;
    if (nonce !== queue.nextNonce) throw new MempoolError({ code: 'delegated-gap', sender });
    if (queue.pendingCount >= limit) throw new MempoolError({ code: 'delegated-limit', sender, limit });
  }

  /** Checks the authorizations of the same. `queues`: what all accounts have in the pool. Throws a MempoolError. */
  assertNotReserved(tx: Transaction, state: StateView, queues: ReadonlyMap<Address, SenderQueue>): void {
    const limit = this.#limit;
    for (const [authority, { nonce }] of this.#authorized(tx)) {
      if ((queues.get(authority)?.size ?? 0) <= limit || nonce < nonceOf(authority, state)) continue;
      throw new MempoolError({ code: 'authority-reserved', authority, limit });
    }
  }

  /** Undefined when there are few, or they are known. */
  pendingAuthorities(tx: Transaction): PendingAuthorities | undefined {
    const chainId = this.chainId;
    const authorizations = authorizationsOf(tx);
    if (authorizations.length < many || areAuthoritiesKnown(authorizations, chainId)) return undefined;
    return { chainId, keep: (again, authorities) => keepAuthorities(authorizationsOf(again), chainId, authorities) };
  }

  /** Counts a transaction that was added to the pool. */
  add(tx: Transaction): void {
    for (const [authority, { nonce }] of this.#authorized(tx)) {
      const nonces = this.#waiting.get(authority) ?? new Map<bigint, number>();
      nonces.set(nonce, (nonces.get(nonce) ?? 0) + 1);
      this.#waiting.set(authority, nonces);
    }
  }

  /** Ends the count of a transaction that has left the pool. */
  remove(tx: Transaction): void {
    for (const [authority, { nonce }] of this.#authorized(tx)) {
      const nonces = this.#waiting.get(authority);
      const left = (nonces?.get(nonce) ?? 0) - 1;
      if (left > 0) nonces?.set(nonce, left);
      else nonces?.delete(nonce);
      if (nonces?.size === 0) this.#waiting.delete(authority);
    }
  }

  #isLimited(sender: Address, state: StateView): boolean {
    const nonces = this.#waiting.get(sender);
    if (nonces !== undefined && [...nonces.keys()].some((nonce) => nonce >= nonceOf(sender, state))) return true;
    const codeHash = state.account(sender)?.codeHash ?? emptyCodeHash;
    return codeHash !== emptyCodeHash && delegateOf(state.code(codeHash)) !== undefined;
  }

  /** The valid authorizations, each with its account. */
  #authorized(tx: Transaction): readonly (readonly [Address, Authorization])[] {
    const authorizations = authorizationsOf(tx);
    if (authorizations.length === 0) return [];
    const authorities = authoritiesOf(authorizations, this.chainId);
    return authorizations.flatMap((authorization, index) => {
      const authority = authorities[index];
      return authority === undefined ? [] : [[authority, authorization] as const];
    });
  }
}

function nonceOf(account: Address, state: StateView): bigint {
  return state.account(account)?.nonce ?? 0n;
}
