import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyAccount } from '../state/account.ts';
import { applyBlock, floor, poolOf, qor, senders, transfer } from '../testing/chain/mempool-harness.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf } from '../testing/sign-from.ts';
import { signAuthorizing } from '../testing/signing/sign-authorizing.ts';
import { dropReasons } from './drop-reasons.ts';
import { openMempool } from './open-mempool.ts';
import { mempoolOptions } from './options.ts';

test('after a block the executed ones are removed, the next are pending, and unpayable ones are dropped', () => {
  const world = poolOf({ balance: 10n * qor });
  const [first, second, third] = [0n, 1n, 2n].map((nonce) =>
    transfer(0, { nonce, value: nonce === 2n ? 4n * qor : qor }),
  );
  assert.ok(first && second && third);
  for (const tx of [first, second, third]) world.pool.add(tx);
  applyBlock(world, [first], 7n * qor);
  assert.deepEqual(world.pool.contentOf(accountOf(0)), { pending: [second], queued: [] });
  assert.equal(world.pool.byteSize(), second.raw.length);
});

test('a block with another transaction of the same nonce removes the waiting one', () => {
  const world = poolOf();
  world.pool.add(transfer(0));
  applyBlock(world, [transfer(0, { value: 5n })]);
  assert.deepEqual(world.pool.counts(), { pending: 0, queued: 0 });
  assert.equal(world.pool.nextNonce(accountOf(0)), 1n);
});

test('a nonce that an authorization has taken closes a gap, or removes what has it', () => {
  const { chain, mine } = createMemoryChain((state) => {
    for (const sender of senders) state.mint(sender, 10n * qor);
  });
  const pool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const [outrun, waiting] = [transfer(1), transfer(2, { nonce: 1n })];
  pool.add(outrun);
  pool.add(waiting);
  mine([signAuthorizing(0, { authorities: [1] }), signAuthorizing(0, { authorities: [2], nonce: 1n })]);
  assert.deepEqual(pool.content(), { pending: [waiting], queued: [] });
  assert.equal(pool.dropReason(outrun.hash), dropReasons.outrun);
  assert.equal(pool.nextNonce(accountOf(1)), 1n);
});

test('after removal by hash the later ones of the sender are queued', () => {
  const { pool } = poolOf();
  const [first, second] = [transfer(0), transfer(0, { nonce: 1n })];
  pool.add(first);
  pool.add(second);
  assert.equal(pool.remove(first.hash), true);
  assert.equal(pool.remove(first.hash), false);
  assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [], queued: [second] });
});

test('after an amendment only the transactions of changed accounts are checked again, as a block would', () => {
  const { chain } = createMemoryChain((state) => {
    for (const sender of senders) state.mint(sender, 10n * qor);
  });
  const pool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const heard: string[] = [];
  for (const nonce of [0n, 1n, 3n, 2n ** 62n]) pool.add(transfer(0, { nonce }));
  pool.add(transfer(1));
  pool.add(transfer(2));
  pool.onPending({ kind: 'critical', name: 'test' }, (tx) => heard.push(`${senders.indexOf(tx.sender)} ${tx.nonce}`));
  const setNonce = (account: number, nonce: bigint) =>
    chain.amend((state) => state.setAccount(accountOf(account), { ...emptyAccount, balance: 10n * qor, nonce }));
  setNonce(0, 2n);
  assert.deepEqual(heard, []);
  setNonce(0, 3n);
  assert.deepEqual(heard, ['0 3'], 'nobody else is checked');
  setNonce(0, 2n ** 60n);
  assert.deepEqual(pool.counts(), { pending: 2, queued: 1 });
  setNonce(0, 2n ** 62n - 1n);
  assert.deepEqual(pool.counts(), { pending: 2, queued: 1 });
  setNonce(0, 2n ** 62n);
  assert.deepEqual(pool.counts(), { pending: 3, queued: 0 });
  setNonce(0, 5n);
  assert.deepEqual(pool.counts(), { pending: 2, queued: 1 }, 'the nonce has fallen');
  chain.amend((state) => {
    const codeHash = state.addCode(Uint8Array.of(0));
    state.setAccount(accountOf(1), { ...(state.account(accountOf(1)) ?? emptyAccount), codeHash });
  });
  assert.deepEqual(pool.contentOf(accountOf(1)), { pending: [], queued: [] }, 'contracts send nothing');
  assert.equal(pool.counts().pending, 1);
});

test('after a rewind transactions are pending or queued by the nonces of that state', () => {
  const { chain, mine } = createMemoryChain((state) => {
    for (const sender of senders) state.mint(sender, 10n * qor);
  });
  const pool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const [first, second, third] = [0n, 1n, 2n].map((nonce) => transfer(0, { nonce }));
  const other = transfer(1, { value: 9n * qor });
  assert.ok(first && second && third);
  mine([first]);
  for (const tx of [second, third, other]) pool.add(tx);
  chain.rewind(0);
  assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [], queued: [second, third] });
  assert.equal(pool.nextNonce(accountOf(0)), 0n);
  pool.add(first);
  assert.deepEqual(pool.counts(), { pending: 4, queued: 0 });
  chain.amend((state) => state.burn(accountOf(1), 5n * qor));
  assert.deepEqual(pool.contentOf(accountOf(1)), { pending: [], queued: [] });
  assert.deepEqual([...pool.candidates(floor)], [first, second, third]);
  assert.equal(pool.byteSize(), first.raw.length + second.raw.length + third.raw.length);
});
