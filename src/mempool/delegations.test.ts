import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delegationTo } from '../evm/delegation.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState } from '../state/world-state.ts';
import { accountOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import { signAuthorizing } from '../testing/signing/sign-authorizing.ts';
import { MempoolError } from './fault.ts';
import { Mempool } from './mempool.ts';
import { mempoolOptions } from './options.ts';

const qor = 10n ** 18n;
const chainId = 9800n;

type PoolOptions = Partial<ReturnType<typeof mempoolOptions.parse>>;

/** A pool in which the first account is delegated. */
const poolOf = (options: PoolOptions = {}) => poolAndState(options).pool;

/** The same, and what sets the nonce of an account. */
function poolAndState(options: PoolOptions = {}) {
  const state = createWorldState(emptyView);
  for (let index = 0; index < 4; index++) state.mint(accountOf(index), 1000n * qor);
  const account = state.account(accountOf(0));
  assert.ok(account);
  state.setAccount(accountOf(0), { ...account, codeHash: state.addCode(delegationTo(unusedAccount)) });
  const chain = { fork: 'osaka', chainId, gasLimit: 100_000_000n } as const;
  const rules = { chain, baseFeeFloor: 10n ** 11n, feeLimitWei: 0n, allowsUnprotected: false };
  const pool = new Mempool({
    headState: () => state,
    nextBaseFee: () => 0n,
    rules,
    options: { ...mempoolOptions.parse({}), ...options },
  });
  const setNonce = (index: number, nonce: bigint) => {
    const before = state.account(accountOf(index));
    assert.ok(before);
    state.setAccount(accountOf(index), { ...before, nonce });
  };
  return { pool, setNonce };
}

function rejection(pool: Mempool, tx: Transaction): string {
  try {
    pool.add(tx);
  } catch (error) {
    assert.ok(error instanceof MempoolError);
    return error.fault.code;
  }
  throw new Error('the pool has accepted the transaction');
}

/** A transaction of one account with an authorization of another. */
function authorizing(sender: number, authority: number, nonce = 0n): Transaction {
  return signAuthorizing(sender, { authorities: [authority], nonce });
}

test('one transaction of a delegated account waits, and it can be replaced', () => {
  const pool = poolOf();
  assert.equal(rejection(pool, signFrom(0, { nonce: 1n })), 'delegated-gap');
  pool.add(signFrom(0));
  assert.equal(rejection(pool, signFrom(0, { nonce: 1n })), 'delegated-limit');
  pool.add(signFrom(0, { cap: 4n * 10n ** 11n, tip: 2n }));
  assert.deepEqual(pool.counts(), { pending: 1, queued: 0 });
  for (const nonce of [0n, 1n, 3n]) pool.add(signFrom(1, { nonce }));
});

test('an authorization that waits limits its account until it has left the pool', () => {
  const pool = poolOf();
  const authorization = authorizing(1, 2);
  pool.add(authorization);
  pool.add(signFrom(2));
  assert.equal(rejection(pool, signFrom(2, { nonce: 1n })), 'delegated-limit');
  pool.remove(authorization.hash);
  pool.add(signFrom(2, { nonce: 1n }));
  assert.equal(rejection(pool, authorizing(3, 2)), 'authority-reserved');
});

test('the limit is configured, and its error names it', () => {
  const pool = poolOf({ 'max-pending-per-delegated-account': 3 });
  for (const nonce of [0n, 1n, 2n]) pool.add(signFrom(0, { nonce }));
  assert.throws(
    () => pool.add(signFrom(0, { nonce: 3n })),
    /3 of 0x\w+ may wait \(mempool\.max-pending-per-delegated-account\)/,
  );
});

test('an authorization with a nonce below that of its account, which anybody may send again, limits nobody', () => {
  const { pool, setNonce } = poolAndState();
  setNonce(2, 1n);
  for (const nonce of [1n, 2n]) pool.add(signFrom(2, { nonce }));
  pool.add(signAuthorizing(1, { authorities: [2], authorizationNonce: 0n }));
  pool.add(signFrom(2, { nonce: 3n }));
  assert.equal(rejection(pool, signAuthorizing(3, { authorities: [2], authorizationNonce: 1n })), 'authority-reserved');
});

test('an authorization that waits limits its account no longer when the nonce of the account has passed it', () => {
  const { pool, setNonce } = poolAndState();
  const waiting = signAuthorizing(1, { authorities: [2, 2, 2], authorizationNonce: 0n });
  pool.add(waiting);
  pool.add(signFrom(2));
  pool.remove(signFrom(2).hash);
  setNonce(2, 2n);
  pool.add(signFrom(2, { nonce: 2n }));
  assert.equal(rejection(pool, signFrom(2, { nonce: 3n })), 'delegated-limit');
  setNonce(2, 3n);
  pool.recheck();
  for (const nonce of [3n, 4n]) pool.add(signFrom(2, { nonce }));
  assert.ok(pool.get(waiting.hash));
});

test('who signed many authorizations may be recovered before, after all other checks', () => {
  const { pool } = poolAndState();
  const many = signAuthorizing(1, { authorities: Array<number>(20).fill(2) });
  const pending = pool.pendingAuthorities(many);
  assert.equal(pending?.chainId, chainId);
  const account = accountOf(3);
  pending?.keep(many, Array<Address>(20).fill(account));
  assert.equal(pool.pendingAuthorities(many), undefined, 'it is known');
  pool.add(many);
  pool.add(signFrom(3));
  assert.equal(rejection(pool, signFrom(3, { nonce: 1n })), 'delegated-limit', 'the pool takes what was recovered');
  assert.equal(pool.pendingAuthorities(signAuthorizing(2, { authorities: [1, 2] })), undefined, 'few');
  const again = signAuthorizing(1, { authorities: Array<number>(21).fill(2) });
  assert.throws(() => pool.pendingAuthorities(again), { name: 'MempoolError', message: /replacement/ });
});
