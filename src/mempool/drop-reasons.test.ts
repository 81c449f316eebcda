import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashFromNumber } from '../primitives/hash.ts';
import { emptyView } from '../state/empty-view.ts';
import { poolOf, transfer } from '../testing/chain/mempool-harness.ts';
import { dropReasons } from './drop-reasons.ts';
import { toPooledTransaction } from './pooled-transaction.ts';
import { unpayable } from './sender-checks.ts';
import { SenderQueue } from './sender-queue.ts';

const kept = 4_096;

test('the newest 4,096 reasons are kept: one less, as many, one more and all again, whoever asks for the oldest', () => {
  const { pool } = poolOf();
  const first = transfer(0);
  const drop = (count: number) => {
    for (let at = 0; at < count; at++) {
      const tx = { ...first, hash: hashFromNumber(BigInt(++dropped)) };
      pool.add(tx);
      pool.remove(tx.hash);
    }
  };
  let dropped = 0;
  const isKnown = (number: number) => pool.dropReason(hashFromNumber(BigInt(number))) === dropReasons.requested;
  drop(kept - 1);
  assert.deepEqual([isKnown(1), isKnown(dropped), isKnown(dropped + 1)], [true, true, false]);
  drop(1);
  assert.ok(isKnown(1));
  drop(1);
  assert.deepEqual([isKnown(1), isKnown(2), isKnown(dropped)], [false, true, true]);
  dropped = 1;
  drop(1); // it is the newest again
  dropped = kept + 1;
  drop(1);
  assert.deepEqual([isKnown(2), isKnown(3), isKnown(4)], [true, false, true]);
  drop(kept - 1);
  assert.deepEqual([isKnown(2), isKnown(kept + 1), isKnown(kept + 2), isKnown(dropped)], [false, false, true, true]);
});

test('what is checked again and stays takes no reason of another, and has none', () => {
  const { pool } = poolOf({ 'max-pending-per-account': 100 });
  const gone = transfer(0);
  pool.add(gone);
  pool.remove(gone.hash);
  const waiting = Array.from({ length: 90 }, (_, nonce) => transfer(1, { nonce: BigInt(nonce) }));
  for (const tx of waiting) pool.add(tx);
  for (let at = 0; at < kept; at += waiting.length) pool.recheck();
  assert.equal(pool.dropReason(gone.hash), dropReasons.requested);
  assert.ok(waiting.every(({ hash }) => pool.dropReason(hash) === undefined));
  assert.equal(pool.counts().pending, waiting.length);
});

test('an internal error of one transaction that is checked again drops that one alone, and says so', (t) => {
  const { pool } = poolOf();
  const [first, second, third] = [transfer(0), transfer(0, { nonce: 1n }), transfer(0, { nonce: 2n })];
  for (const tx of [first, second, third]) pool.add(tx);
  const { put } = SenderQueue.prototype;
  t.mock.method(SenderQueue.prototype, 'put', function (this: SenderQueue, ...[pooled]: Parameters<typeof put>) {
    if (pooled.tx.hash === second.hash) throw new Error('of the node');
    return put.call(this, pooled);
  });
  assert.throws(() => pool.recheck(), /of the node/);
  t.mock.restoreAll();
  pool.rebuild(); // as who calls does
  assert.equal(pool.get(first.hash), first);
  assert.equal(pool.get(third.hash), third);
  assert.deepEqual([pool.dropReason(first.hash), pool.dropReason(third.hash)], [undefined, undefined]);
});

test('why a sender cannot pay: its balance, its token or another token, at the bound and one beyond', () => {
  const tx = transfer(0);
  const fee = tx.gasLimit * 2n * 10n ** 11n;
  const shortage = { module: 'gasabstraction', number: 6, reason: 'too little' };
  const reasonOf = (paysInToken: boolean, balance: bigint, tokenWei: bigint | undefined) => {
    const queue = new SenderQueue(0n);
    queue.put(toPooledTransaction(tx, 0, paysInToken));
    const funds = tokenWei === undefined ? undefined : { wei: tokenWei, shortage };
    return unpayable(tx.sender, queue, balance, emptyView, { fundsOf: () => funds }).map(({ reason }) => reason);
  };
  assert.deepEqual(reasonOf(false, fee + 1n, undefined), []);
  assert.deepEqual(reasonOf(false, fee, undefined), [dropReasons.unpayable]);
  assert.deepEqual(reasonOf(false, fee + 1n, fee), [dropReasons.otherToken]);
  assert.deepEqual(reasonOf(true, 1n, fee), []);
  assert.deepEqual(reasonOf(true, 1n, fee - 1n), [dropReasons.tokenSpent]);
  assert.deepEqual(reasonOf(true, 0n, fee), [dropReasons.unpayable]);
  assert.deepEqual(reasonOf(true, fee + 1n, undefined), [dropReasons.otherToken]);
});
