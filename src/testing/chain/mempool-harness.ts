import assert from 'node:assert/strict';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction, UnsignedTransaction } from '../../kernel/transaction/transaction.ts';
import { MempoolError } from '../../mempool/fault.ts';
import { Mempool } from '../../mempool/mempool.ts';
import { type MempoolOptions, mempoolOptions } from '../../mempool/options.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { emptyView } from '../../state/empty-view.ts';
import { createWorldState } from '../../state/world-state.ts';
import { testMainThread } from '../process/main-thread.ts';
import { privateKeyOf, signFrom, unusedAccount } from '../sign-from.ts';

export const floor = 10n ** 11n;
export const qor = 10n ** 18n;
export const senders = developmentAccounts.map(({ address }) => address);
export const to = unusedAccount;

type Settings = Partial<MempoolOptions> & {
  readonly feeLimitWei?: bigint;
  readonly balance?: bigint;
  readonly allowsUnprotected?: boolean;
};

/** A pool over a state in which every sender has `balance`. */
export function poolOf({
  feeLimitWei = qor,
  balance = 1000n * qor,
  allowsUnprotected = false,
  ...options
}: Settings = {}) {
  const state = createWorldState(emptyView);
  for (const sender of senders) state.mint(sender, balance);
  const rules = {
    chain: { fork: 'osaka', chainId: 9800n, gasLimit: 100_000_000n },
    baseFeeFloor: floor,
    feeLimitWei,
    allowsUnprotected,
  } as const;
  const pool = new Mempool({
    nextBaseFee: () => 0n,
    ...{ headState: () => state, rules, options: { ...mempoolOptions.parse({}), ...options } },
    mainThread: testMainThread(),
  });
  return { pool, state };
}

export const transfer = signFrom;

/** Signs a transaction by a development account. */
export function signed(sender: number, tx: UnsignedTransaction): Transaction {
  return signTransaction(tx, privateKeyOf(sender));
}

/** The code and the message of a rejection. */
export function rejection(pool: Mempool, tx: Transaction): { code: string; text: string } {
  const before = pool.counts();
  try {
    pool.add(tx);
  } catch (error) {
    assert.ok(error instanceof MempoolError || error instanceof TransactionFaultError);
    assert.deepEqual(pool.counts(), before);
    return { code: error.fault.code, text: error.message };
  }
  throw new Error('the pool accepted the transaction');
}

/** Notifies the pool of a block with these transactions: nonces rise, and each sender spends `spent` wei. */
export function applyBlock(
  { pool, state }: ReturnType<typeof poolOf>,
  transactions: readonly Transaction[],
  spent = 0n,
): void {
  for (const { sender, nonce } of transactions)
    state.setAccount(sender, { nonce: nonce + 1n, balance: state.balance(sender) - spent, codeHash: emptyCodeHash });
  pool.update(
    transactions,
    transactions.map(({ sender }) => sender),
  );
}
