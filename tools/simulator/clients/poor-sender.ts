import assert from 'node:assert/strict';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { shownTransaction } from '../checks/shown.ts';
import { situation } from '../situations.ts';
import { Actor } from './actor.ts';
import { type Reply, request } from './http-client.ts';

/** The development account that it has. */
const account = 8;
const transferGas = 21_000n;
const cap = 10n ** 13n;

/**
 * Pays itself with all that it has: what it has just replaced must not count any more, and two of its transactions use
 * up its balance together. All of them can be paid, so that none may be refused for want of coins.
 */
export class PoorSender extends Actor {
  act(): void {
    if (this.client.waiting > 0) return;
    const { era } = this.ledger;
    const address = accountOf(account);
    const questions = [
      request('eth_getBalance', [address, 'latest'], 0),
      request('eth_getTransactionCount', [address, 'latest'], 1),
      request('eth_getTransactionCount', [address, 'pending'], 2),
    ];
    this.client.ask(questions, (replies) => {
      const [balance, nonce, next] = replies.map(({ result = 0 }) => BigInt(String(result)));
      const isAtRest = balance !== undefined && nonce !== undefined && nonce === next; // nothing of it waits
      if (isAtRest && balance > 10n * cap * transferGas) this.#spend(balance, nonce, era);
    });
  }

  /** Half of the balance, the same in another transaction that replaces it, and the other half. */
  #spend(balance: bigint, nonce: bigint, era: number): void {
    const to = accountOf(account);
    const half = balance / 2n;
    const paying = (at: bigint, price: bigint, tip = 1n) =>
      signFrom(account, { to, nonce: at, cap: price, tip, value: half - price * transferGas });
    const transactions = [paying(nonce, cap), paying(nonce, 2n * cap, 2n), paying(nonce + 1n, cap)];
    const requests = transactions.map(({ raw }, id) => request('eth_sendRawTransaction', [toHex(raw)], id));
    const height = (id: number) => request('eth_blockNumber', [], id);
    const questions = [request('txpool_contentFrom', [to], 4), request('eth_getTransactionCount', [to, 'pending'], 5)];
    this.client.ask([height(3), ...requests, ...questions, height(6)], (replies) => {
      const results = Array.from({ length: 7 }, (_, at) => replies.find(({ id }) => id === at)?.result);
      const isEvicted = [...this.world.small].some((key) => key.startsWith('mempool.'));
      const hasWaited = !results.includes(undefined) && results[3] === results[6] && !isEvicted;
      if (hasWaited && era === this.ledger.era) {
        const [, first, second] = transactions.map((each) => shownTransaction(each, undefined));
        const pool = { pending: { [`${nonce}`]: first, [`${nonce + 1n}`]: second }, queued: {} };
        assert.deepEqual(results.slice(4, 6), [pool, quantity(nonce + 2n)], 'the pool shows what was sent');
      }
      for (const each of replies) this.#take(transactions[each.id], each, era);
    });
  }

  #take(transaction: Transaction | undefined, { result, error }: Reply, era: number): void {
    if (era !== this.ledger.era) return; // the balance may be another one
    // removed blocks leave transactions in the pool that count, too
    if (!this.ledger.hasRewound)
      assert.doesNotMatch(error?.message ?? '', /insufficient funds/, 'a balance pays what uses it up exactly');
    if (transaction === undefined || result === undefined) return;
    situation('an account spends its last coin');
    this.ledger.accept(transaction, era);
  }
}
