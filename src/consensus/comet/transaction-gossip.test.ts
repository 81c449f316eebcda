import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { toHex } from '../../primitives/hex.ts';
import { openApplication } from '../../testing/network/comet-application.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { encodeReportTransaction } from './report-transaction.ts';
import { unbundle } from './transaction-bundle.ts';

type Opened = ReturnType<typeof openApplication>;

/** A node whose time the test sets, and whose waits end at once. `date`: milliseconds since 1970 at its start. */
function openAt(date = 0) {
  let elapsed = 0;
  const after = (_: number, callback: () => void) => {
    setImmediate(callback);
    return () => {};
  };
  const clock = { now: () => date + elapsed, elapsed: () => elapsed, after };
  const wait = (milliseconds: number) => {
    elapsed += milliseconds;
  };
  return { ...openApplication({ clock }), wait };
}

async function entriesOf({ application }: Opened): Promise<readonly Uint8Array[]> {
  return (await application.reapTxs({ maxBytes: 0, maxGas: 0 })).txs ?? [];
}

async function reap(opened: Opened): Promise<readonly string[]> {
  return (await entriesOf(opened)).flatMap((entry) => {
    const transactions = unbundle(entry);
    assert.ok(!('code' in transactions));
    return transactions.map(toHex);
  });
}

async function insert({ application }: Opened, tx: Uint8Array): Promise<number | undefined> {
  const { code } = await application.insertTx({ tx });
  for (let turn = 0; turn < 5; turn++) await nextTurn(); // it is decoded and added meanwhile
  return code;
}

/** Makes a block with these transactions, as another validator would. */
async function decide({ application, chain }: Opened, transactions: readonly Transaction[]): Promise<void> {
  const height = chain.reader.head().number + 1;
  const report = encodeReportTransaction({ waitingTransactions: 0, waitingBytes: 0 });
  const proposerAddress = Buffer.alloc(20, 0xa1);
  const lastCommit = { round: 0, votes: [] };
  const time = { seconds: 2_000_000_000 + height, nanos: 0 };
  const txs = [report, ...transactions.map(({ raw }) => raw)];
  const hash = proposerAddress;
  await application.finalizeBlock({ txs, lastCommit, misbehaviour: [], hash, height, time, proposerAddress });
  await application.commit({});
}

const hexOf = (...transactions: readonly Transaction[]) => transactions.map(({ raw }) => toHex(raw));

test('a transaction is sent when a block closes the gap before it, one of a peer too', async () => {
  const node = openAt();
  const [first, second] = [0n, 1n].map((nonce) => signFrom(1, { nonce }));
  const [other, next] = [0n, 1n].map((nonce) => signFrom(2, { nonce }));
  assert.ok(first && second && other && next);
  node.mempool.add(second);
  await insert(node, next.raw);
  assert.deepEqual(await reap(node), []);
  await decide(node, [first, other]);
  const sent = await reap(node);
  assert.deepEqual(sent.toSorted(), hexOf(second, next).toSorted(), 'in any order of their senders');
  assert.deepEqual(await reap(node), []);
});

test('transactions submitted here are sent again every 10 s until they are in a block, in entries that peers accept', async () => {
  const node = openAt();
  const own = signFrom(1);
  node.mempool.add(own);
  const entries = [...(await entriesOf(node))];
  node.wait(9_999);
  assert.deepEqual(await reap(node), []);
  node.wait(1);
  for (const wait of [0, 10_000]) {
    node.wait(wait);
    entries.push(...(await entriesOf(node)));
  }
  assert.equal(new Set(entries.map(toHex)).size, 3, 'CometBFT passes each entry to an application once');
  const peer = openApplication();
  for (const tx of entries) {
    assert.equal(await insert(peer, tx), 0);
    assert.notEqual(peer.mempool.get(own.hash), undefined);
    peer.mempool.remove(own.hash);
  }
  await decide(node, [own]);
  node.wait(10_000);
  assert.deepEqual(await reap(node), []);
});

test('after a restart no entry of the time before is sent again', async () => {
  const seen = new Set<string>();
  for (const date of [1_700_000_000_000, 1_700_000_020_000]) {
    const node = openAt(date);
    node.mempool.add(signFrom(1));
    await entriesOf(node);
    node.wait(10_000);
    for (const entry of await entriesOf(node)) seen.add(toHex(entry));
  }
  assert.equal(seen.size, 2);
});

test('transactions of peers are sent again every 30 s, while they pay the base fee', async () => {
  const node = openAt();
  const [cheap, ofPeer] = [signFrom(1, { cap: 101n * 10n ** 9n }), signFrom(2)];
  for (const { raw } of [cheap, ofPeer]) await insert(node, raw);
  assert.deepEqual((await reap(node)).toSorted(), hexOf(cheap, ofPeer).toSorted());
  node.wait(29_999);
  assert.deepEqual(await reap(node), []);
  node.wait(1);
  assert.ok(node.chain.next.baseFee() <= 101n * 10n ** 9n);
  assert.deepEqual((await reap(node)).toSorted(), hexOf(cheap, ofPeer).toSorted());
  const full = signFrom(3, {
    to: undefined,
    data: Uint8Array.of(0x5b, 0x5f, 0x56),
    gasLimit: 90_000_000n,
    cap: 10n ** 13n,
  });
  await decide(node, [full]);
  assert.ok(node.chain.next.baseFee() > 101n * 10n ** 9n);
  node.wait(30_000);
  assert.deepEqual(await reap(node), hexOf(ofPeer));
  await decide(node, [ofPeer]);
  node.wait(30_000);
  assert.deepEqual(await reap(node), hexOf(cheap), 'the base fee has fallen');
});

test('what peers send and the node does not take is counted by reason', async () => {
  const node = openAt();
  await decide(node, [signFrom(1)]);
  await insert(node, signFrom(1).raw);
  await insert(node, signFrom(2, { value: 10n ** 40n }).raw);
  await insert(node, signFrom(2).raw.subarray(0, -1));
  await insert(node, Uint8Array.of(0x00));
  await insert(node, Uint8Array.of(0x00, 0x02, 0x09));
  assert.deepEqual(Object.fromEntries(node.fromPeers), {
    ...{ 'nonce-too-low': 1, 'insufficient-funds': 1 },
    ...{ malformed: 2, 'other-version': 1 },
  });
});
