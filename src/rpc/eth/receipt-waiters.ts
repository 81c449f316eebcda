import type { ChainReader, CommittedBlock } from '../../chain/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import { clearTimeout, setTimeout } from '../../primitives/machine.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import { DroppedError } from '../../scheduling/owner.ts';
import type { WatchQuotas } from '../evm-common/watch-quotas.ts';
import { clientHasLeft } from '../execution/errors.ts';
import type { JsonValue } from '../json-value.ts';
import type { NodeControl } from '../node-control.ts';
import { ownerOf } from '../owner-of.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import type { ReceiptReader } from './receipt-methods.ts';

/** Code of EIP-7966 for a transaction that still waits when the time is over. */
const stillWaiting = 4;

/** A request that waits for the receipt of a transaction. */
type Waiter = {
  readonly call: Call;
  readonly resolve: (receipt: MaybePromise<JsonValue>) => void;
  readonly reject: (error: unknown) => void;
  /** Ends the waiting, once. */
  readonly end: () => void;
};

/**
 * The requests of all clients that wait for receipts (`eth_sendRawTransactionSync`), by the hash of the transaction: a
 * block takes one look-up for each of its transactions, however many wait for others. Receipts are read after the
 * block, by turns of the clients: what one read throws is the response of that client. A development network
 * may have gone back by then, so a receipt is read where its transaction is, not where the block had it.
 */
export class ReceiptWaiters {
  readonly #chain: Pick<ChainReader, 'locate'>;
  readonly #receipts: Pick<ReceiptReader, 'read'>;
  readonly #quotas: WatchQuotas;
  readonly #byHash = new Map<Hash, Set<Waiter>>();
  readonly #mainThread: MainThread;

  constructor(
    {
      chain,
      node,
    }: { readonly chain: Pick<ChainReader, 'locate'>; readonly node: Pick<NodeControl, 'onBlock' | 'mainThread'> },
    quotas: WatchQuotas,
    receipts: Pick<ReceiptReader, 'read'>,
  ) {
    this.#chain = chain;
    this.#receipts = receipts;
    this.#quotas = quotas;
    this.#mainThread = node.mainThread;
    node.onBlock({ kind: 'client', name: 'waiters for receipts' }, (committed) => this.#collect(committed));
  }

  /** Number of requests that wait for a block. */
  get size(): number {
    let size = 0;
    for (const waiters of this.#byHash.values()) size += waiters.size;
    return size;
  }

  /**
   * Submits, and resolves with the receipt of the transaction once it is in a block. Rejects with what `submit` throws,
   * or with an RpcError: at a limit, after that many milliseconds, or when the client has left.
   */
  wait(hash: Hash, milliseconds: number, submit: () => void, call: Call): Promise<JsonValue> {
    const release = this.#quotas.takeWaiter(call.client);
    return new Promise<JsonValue>((resolve, reject) => {
      const leave = () => this.#fail(waiter, clientHasLeft());
      const timer = setTimeout(() => this.#fail(waiter, tooLate(hash, milliseconds)), milliseconds);
      let hasEnded = false;
      const end = () => {
        if (hasEnded) return;
        hasEnded = true;
        clearTimeout(timer);
        call.signal.removeEventListener('abort', leave);
        this.#remove(hash, waiter);
        release();
      };
      const waiter = { call, resolve, reject, end };
      call.signal.addEventListener('abort', leave, { once: true });
      this.#add(hash, waiter); // before the submission, which may commit a block at once
      try {
        submit();
      } catch (error) {
        this.#fail(waiter, error);
      }
      if (call.signal.aborted) leave();
    });
  }

  #add(hash: Hash, waiter: Waiter): void {
    const waiters = this.#byHash.get(hash);
    if (waiters === undefined) this.#byHash.set(hash, new Set([waiter]));
    else waiters.add(waiter);
  }

  #remove(hash: Hash, waiter: Waiter): void {
    const waiters = this.#byHash.get(hash);
    if (waiters?.delete(waiter) === true && waiters.size === 0) this.#byHash.delete(hash);
  }

  #fail(waiter: Waiter, error: unknown): void {
    waiter.end();
    waiter.reject(error);
  }

  #collect({ block: { transactions } }: CommittedBlock): void {
    if (this.#byHash.size === 0) return;
    for (const { hash } of transactions) {
      for (const waiter of this.#byHash.get(hash) ?? []) {
        waiter.end();
        const fail = (error: unknown) => waiter.reject(error instanceof DroppedError ? clientHasLeft() : error);
        this.#mainThread.runLater('request', ownerOf(waiter.call), () => this.#answer(waiter, hash), fail);
      }
    }
  }

  #answer({ call, resolve }: Waiter, hash: Hash): void {
    const at = this.#chain.locate(hash);
    if (at === undefined) throw new RpcError(-32000, `the block with transaction ${hash} has been removed again`);
    resolve(this.#receipts.read(at, call));
  }
}

function tooLate(hash: Hash, milliseconds: number): RpcError {
  const words = `The transaction was added to the transaction pool but wasn't processed in ${milliseconds / 1000}s`;
  return new RpcError(stillWaiting, words, hash);
}
