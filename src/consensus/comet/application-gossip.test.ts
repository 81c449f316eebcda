import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { openApplication } from '../../testing/network/comet-application.ts';
import {
  accepted,
  blockOf,
  nothing,
  rejected,
  transactionsIn,
  transactionsOf,
} from '../../testing/network/comet-proposals.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { systemClock } from '../building/clock.ts';
import { bundle, unbundle } from './transaction-bundle.ts';
import { insertCodes } from './transaction-gossip.ts';

test('transactions of peers are accepted at once and forwarded once they can be executed', async () => {
  const { application, mempool } = openApplication({ maxTransactions: 3 });
  const insert = async (tx: Uint8Array) => (await application.insertTx({ tx })).code;
  const reap = async () => transactionsIn((await application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs);
  const [first, second, third] = [0n, 1n, 2n].map((nonce) => signFrom(1, { nonce }));
  assert.ok(first && second && third);
  assert.equal(await insert(second.raw), insertCodes.accepted);
  await nextTurn(); // decoding takes no timer
  assert.deepEqual(mempool.counts(), { pending: 0, queued: 1 });
  assert.deepEqual(await reap(), [], 'it waits behind a gap');
  mempool.add(first);
  assert.deepEqual(await reap(), [toHex(first.raw), toHex(second.raw)]);
  assert.deepEqual(await reap(), []);
  assert.equal(await insert(first.raw), insertCodes.accepted, 'known already');
  assert.equal(await insert(third.raw), insertCodes.accepted);
  await nextTurn();
  assert.equal(await insert(signFrom(2).raw), insertCodes.busy, 'the pool is full: the peer may try again');
  for (const bad of [
    '0x',
    '0x00',
    '0x0002',
    '0x000201',
    '0x00020102',
    '0x000201010201',
    '0x00020101020000',
    toHex(nothing),
    `0x02${'00'.repeat(131_072)}`,
  ] as const) {
    assert.equal(await insert(fromHex(bad)), insertCodes.rejected);
  }
  assert.equal((await application.checkTx({ tx: first.raw })).code, insertCodes.rejected);
});

test('many transactions are sent in one entry, which cannot be an entry of a block', async () => {
  const [from, to] = [openApplication({ maxTransactions: 2_000 }), openApplication({ maxTransactions: 2_000 })];
  for (let nonce = 0n; nonce < 50n; nonce++)
    for (let account = 0; account < 4; account++) from.mempool.add(signFrom(account, { nonce }));
  const { txs = [] } = await from.application.reapTxs({ maxBytes: 0, maxGas: 0 });
  assert.equal(txs.length, 1);
  const [entry = nothing] = txs;
  assert.deepEqual(await to.application.insertTx({ tx: entry }), { code: insertCodes.accepted });
  const { raw } = signFrom(0);
  const block = blockOf([nothing, raw]);
  assert.deepEqual(await to.application.processProposal(block), { status: accepted }, 'while they are being decoded');
  assert.deepEqual(to.mempool.counts(), { pending: 200, queued: 0 });
  assert.deepEqual(await to.application.processProposal(blockOf([nothing, entry])), { status: rejected });
});

test('a bundle of a peer is forwarded unchanged when all its transactions are new and executable, otherwise only those that are', async () => {
  const bundleOf = (transactions: readonly { raw: Uint8Array }[]) => {
    const [entry = nothing] = bundle(transactions.map(({ raw }) => raw));
    return entry;
  };
  const nonces = (account: number, list: readonly bigint[]) => list.map((nonce) => signFrom(account, { nonce }));
  const to = openApplication();
  const insert = async (tx: Uint8Array) => {
    assert.deepEqual(await to.application.insertTx({ tx }), { code: insertCodes.accepted });
    await nextTurn();
  };
  const reap = async () => (await to.application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs ?? [];
  const whole = bundleOf(nonces(1, [0n, 1n, 2n]));
  await insert(whole);
  assert.deepEqual((await reap()).map(toHex), [toHex(whole)]);
  await insert(whole);
  assert.deepEqual(await reap(), [], 'known');
  const partlyKnown = bundleOf(nonces(1, [2n, 3n, 4n]));
  await insert(partlyKnown);
  assert.deepEqual(
    transactionsIn(await reap()),
    nonces(1, [3n, 4n]).map(({ raw }) => toHex(raw)),
  );
  const withGap = bundleOf(nonces(2, [0n, 1n, 3n]));
  await insert(withGap);
  assert.deepEqual(
    transactionsIn(await reap()),
    nonces(2, [0n, 1n]).map(({ raw }) => toHex(raw)),
  );
  await insert(bundleOf([signFrom(2, { nonce: 2n }), signFrom(3, { nonce: 0n, value: 10n ** 40n })]));
  const filled = nonces(2, [2n, 3n]).map(({ raw }) => toHex(raw));
  assert.deepEqual(transactionsIn(await reap()).sort(), filled.sort(), 'not what nobody can pay');
});

test('a request for transactions waits until one can be sent, and ends when an entry of a peer arrives', async () => {
  const after = () => () => {}; // it never ends by itself
  const { application, mempool } = openApplication({ clock: { ...systemClock, after } });
  const reap = async () => transactionsIn((await application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs);
  const [first, second] = [0n, 1n].map((nonce) => signFrom(1, { nonce }));
  assert.ok(first && second);
  const waiting = reap();
  mempool.add(first);
  assert.deepEqual(await waiting, [toHex(first.raw)]);
  const interrupted = reap();
  assert.deepEqual(await application.insertTx({ tx: nothing }), { code: insertCodes.rejected });
  assert.deepEqual(await interrupted, []);
  const forwarded = reap();
  await application.insertTx({ tx: second.raw });
  assert.deepEqual(await forwarded, [], 'the response to the entry waits for it');
  assert.deepEqual(await reap(), [toHex(second.raw)]);
  const beforeBlock = reap();
  await application.finalizeBlock(blockOf([nothing]));
  assert.deepEqual(await beforeBlock, []);
  assert.deepEqual(await reap(), [], 'the commit waits for it');
});

test('a bundle of another version is rejected, and reported once', async () => {
  const { application, otherVersions } = openApplication();
  const [entry = nothing] = bundle([signFrom(1).raw, signFrom(2).raw]);
  for (const version of [0, 2, 2, 255]) {
    const other = entry.slice();
    other[2] = version;
    assert.deepEqual(await application.insertTx({ tx: other }), { code: insertCodes.rejected });
  }
  assert.deepEqual(otherVersions, [0, 2, 255]);
  assert.deepEqual(await application.insertTx({ tx: entry }), { code: insertCodes.accepted });
});

test('entries have a maximum size and number of transactions', () => {
  const small = Array.from({ length: 2_500 }, (_, index) => Uint8Array.of(2, index / 256, index % 256));
  assert.deepEqual(
    bundle(small).map((entry) => transactionsOf(entry).length),
    [1_024, 1_024, 452],
  );
  const large = Array.from({ length: 3 }, (_, index) => new Uint8Array(65_529).fill(index + 1));
  const entries = bundle(large);
  assert.deepEqual(
    entries.map((entry) => entry.length),
    [131_071, 65_529],
  );
  assert.deepEqual(transactionsIn(entries), large.map(toHex));
  const [tooMany = nothing] = bundle(small.slice(0, 1_024));
  assert.deepEqual(unbundle(Buffer.concat([tooMany, Uint8Array.of(1, 2)])), { code: 'malformed' });
});
