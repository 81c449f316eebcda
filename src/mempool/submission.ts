import type { Authorities } from '../evm/transaction/authorize.ts';
import { TransactionFaultError } from '../evm/transaction/fault.ts';
import type { VerificationRequest } from '../kernel/signature-rules.ts';
import { restoreTransaction } from '../kernel/transaction/codec.ts';
import { authorizationsOf, hybridType, type Transaction } from '../kernel/transaction/transaction.ts';
import type { Hash } from '../primitives/hash.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { DroppedError, type Owner } from '../scheduling/owner.ts';
import { assertLength } from './admission.ts';
import type { ArrivingTransactions } from './arriving-transactions.ts';
import type { AuthoritiesRequest } from './delegations.ts';
import type { InvalidSignatures } from './invalid-signatures.ts';
import type { Mempool } from './mempool.ts';

/** The checks that take longer than all others, done where they hold up nobody, by turns of the owners. Reject as work does. */
export interface SlowChecks {
  /** Whether the post-quantum signature is valid. */
  verify(request: VerificationRequest, owner: Owner): Promise<boolean>;
  recoverAuthorities(request: AuthoritiesRequest, owner: Owner): Promise<Authorities>;
}

/** EIP-2718 bytes → transaction, for each submitter in the order of the calls. Rejects with a TransactionDecodeError. */
type Decode = (raw: Uint8Array, submitter: Owner, known?: () => Transaction | undefined) => Promise<Transaction>;

type SubmissionDependencies = {
  readonly mempool: Mempool;
  readonly decode: Decode;
  readonly checks: SlowChecks;
  readonly invalid: InvalidSignatures;
  readonly arriving: ArrivingTransactions;
};

const peers: Owner = { network: 'peers', connection: {}, hasLeft: false };

/**
 * The way into the pool for raw transactions: decode, verify what takes long, then add. Slow checks are done once, after
 * all cheaper ones, which `add` repeats: the state may have changed meanwhile. Rejects with a TransactionDecodeError, a
 * MempoolError or a TransactionFaultError, and with a DroppedError when a slow check is due and the client has left.
 */
export class Submission {
  readonly #dependencies: SubmissionDependencies;

  constructor(dependencies: SubmissionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves with the hash once the transaction is in the pool. */
  submit(raw: Uint8Array, client: Owner): Promise<Hash> {
    return this.submitThrough(raw, client, ({ hash }, add) => {
      add();
      return hash;
    });
  }

  /** The same, where `pool` adds it, such as after it has begun to wait for the block. */
  async submitThrough<T>(
    raw: Uint8Array,
    client: Owner,
    pool: (transaction: Transaction, add: () => void) => MaybePromise<T>,
  ): Promise<T> {
    const transaction = await this.#arrive(raw, client);
    return pool(transaction, () => this.#dependencies.mempool.add(transaction));
  }

  /** Adds transactions together once all are verified, so that no block is made between two of them. */
  async submitAll(raws: readonly Uint8Array[], client: Owner): Promise<readonly PromiseSettledResult<Hash>[]> {
    const ends: (() => void)[] = [];
    const decode = async (raw: Uint8Array) => {
      ends.push(this.#count(raw, client));
      return this.#dependencies.decode(raw, client).then(toWaiting);
    };
    try {
      const decoded = await Promise.allSettled(raws.map(decode));
      const verified: PromiseSettledResult<Waiting>[] = [];
      // one after the other, so that an invalid signature is counted before the next is verified
      for (const each of decoded) verified.push(await this.#verified(each, client));
      return verified.map((each) => this.#added(each));
    } finally {
      for (const end of ends) end();
    }
  }

  /** Adds a transaction of a peer. `known` saves the work when it has been decoded elsewhere. */
  async accept(raw: Uint8Array, known: () => Transaction | undefined): Promise<void> {
    const { mempool, decode } = this.#dependencies;
    return decode(raw, peers, known)
      .then((tx) => (isSlow(tx) ? this.#verify(peers, tx).then(again) : tx))
      .then((tx) => mempool.add(tx));
  }

  /** Decodes a transaction of a client, and verifies what takes long. */
  async #arrive(raw: Uint8Array, client: Owner): Promise<Transaction> {
    const end = this.#count(raw, client);
    return this.#dependencies
      .decode(raw, client)
      .then((tx) => (isSlow(tx) ? this.#verifyOf(client, tx).then(again) : tx))
      .finally(end);
  }

  /** Before a transaction is decoded, which takes as long as it has bytes. Throws a MempoolError. */
  #count(raw: Uint8Array, client: Owner): () => void {
    assertLength(raw);
    return this.#dependencies.arriving.add(raw.length, client);
  }

  #added(verified: PromiseSettledResult<Waiting>): PromiseSettledResult<Hash> {
    if (verified.status === 'rejected') return verified;
    try {
      const transaction = verified.value();
      this.#dependencies.mempool.add(transaction);
      return { status: 'fulfilled', value: transaction.hash };
    } catch (reason) {
      return { status: 'rejected', reason };
    }
  }

  async #verified(decoded: PromiseSettledResult<Waiting>, client: Owner): Promise<PromiseSettledResult<Waiting>> {
    if (decoded.status === 'rejected') return decoded;
    const transaction = decoded.value();
    if (!isSlow(transaction)) return decoded;
    return this.#verifyOf(client, transaction).then(
      (value) => ({ status: 'fulfilled', value }),
      (reason: unknown) => ({ status: 'rejected', reason }),
    );
  }

  /** For a client, whose invalid signatures are counted. */
  async #verifyOf(client: Owner, transaction: Transaction): Promise<Waiting> {
    const { invalid } = this.#dependencies;
    invalid.assertAllowed(transaction, client);
    return this.#verify(client, transaction).catch((error: unknown) => {
      invalid.count(error, client);
      throw error;
    });
  }

  /** Rejects with what the pool would throw. The pool keeps the results. */
  async #verify(client: Owner, transaction: Transaction): Promise<Waiting> {
    const { mempool, checks } = this.#dependencies;
    const { raw, sender, hash } = transaction;
    if (client.hasLeft) throw new DroppedError('left');
    const authorities = mempool.pendingAuthorities(transaction);
    if (authorities !== undefined) {
      const { chainId, keep } = authorities;
      const recovered = checks.recoverAuthorities({ raw, sender, hash, chainId }, client);
      return recovered.then((found) => restoring({ raw, sender, hash }, (tx) => keep(tx, found)));
    }
    const pending = mempool.pendingVerification(transaction);
    if (pending === undefined) return toWaiting(transaction);
    const { request, rejection, keep } = pending;
    return checks.verify(request, client).then((isValid) => {
      if (!isValid) throw new TransactionFaultError({ code: 'signature-invalid', rejection });
      return restoring({ raw, sender, hash }, (tx) => {
        if (tx.type === hybridType) keep(tx);
      });
    });
  }
}

/** Whether a check of it may take long. */
function isSlow(transaction: Transaction): boolean {
  return transaction.type === hybridType || authorizationsOf(transaction).length > 0;
}

/**
 * A transaction that waits. Only the bytes of a long one are kept, as decoded it may take ten times as much: a function
 * that is called while it waits must not hold what it has decoded.
 */
type Waiting = () => Transaction;

/** Bytes of a transaction that is kept decoded: decoding it again would cost more than it takes. */
const shortBytes = 512;

function toWaiting(transaction: Transaction): Waiting {
  const { raw, sender, hash } = transaction;
  return raw.length > shortBytes ? restoring({ raw, sender, hash }) : () => transaction;
}

/** `keep` gets it each time that it is decoded again. */
function restoring(
  { raw, sender, hash }: Pick<Transaction, 'raw' | 'sender' | 'hash'>,
  keep?: (transaction: Transaction) => void,
): Waiting {
  return () => {
    const transaction = restoreTransaction(raw, sender, hash);
    keep?.(transaction);
    return transaction;
  };
}

function again(waiting: Waiting): Transaction {
  return waiting();
}
