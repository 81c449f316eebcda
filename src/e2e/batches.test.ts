import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { zeroAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

type Reply = { readonly id: number; readonly result?: unknown; readonly error?: { code: number; message: string } };
type Entry = readonly [method: string, ...params: unknown[]];

async function sendBatch({ urls }: TestNode, entries: readonly Entry[]): Promise<readonly Reply[]> {
  const batch = entries.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(urls.http, { method: 'POST', headers, body: JSON.stringify(batch) });
  return (await response.json()) as Reply[];
}

function transfer({ accounts }: TestNode, account: number, nonce: bigint): Transaction {
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n };
  const common = { chainId: 9800n, gasLimit: 21_000n, to: zeroAddress, value: 1n, data: emptyBytes, accessList: [] };
  return signTransaction({ type: 2, nonce, ...common, ...fees }, fromHex(accounts[account]?.privateKey ?? ''));
}

const send = (tx: Transaction): Entry => ['eth_sendRawTransaction', toHex(tx.raw)];

test('the transactions of a batch are submitted together, in order, before a block is made', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const transfers = Array.from({ length: 60 }, (_, index) => transfer(node, index % 3, BigInt(Math.floor(index / 3))));
  const [first, ...others] = transfers.map(send);
  assert.ok(first);
  const replies = await sendBatch(node, [
    first,
    ['eth_sendRawTransaction', '0xc0'],
    ...others,
    ['eth_sendRawTransaction', 5],
    first,
    ['eth_chainId'],
  ]);
  assert.deepEqual(
    replies.map(({ id }) => id),
    replies.map((_, index) => index),
  );
  const [ours, broken, ...rest] = replies;
  assert.equal(broken?.error?.code, -32000);
  assert.equal(rest.at(-3)?.error?.code, -32602);
  assert.deepEqual(rest.at(-2)?.error, { code: -32000, message: 'already known' });
  assert.equal(rest.at(-1)?.result, '0x2648');
  assert.deepEqual(
    [ours, ...rest.slice(0, 59)].map((reply) => reply?.result),
    transfers.map(({ hash }) => hash),
  );
  const wait: Entry = ['eth_sendRawTransactionSync', toHex(transfer(node, 0, 20n).raw)];
  await sendBatch(node, [wait]); // in a block after the others
  const receipts = await sendBatch(
    node,
    transfers.map(({ hash }): Entry => ['eth_getTransactionReceipt', hash]),
  );
  const heights = new Set(receipts.map(({ result }) => (result as { blockNumber: string }).blockNumber));
  assert.deepEqual([...heights], ['0x1']);
});

test('a read in a batch sees what the entries before it submitted', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const [tx, next] = [transfer(node, 0, 0n), transfer(node, 0, 1n)];
  const count: Entry = ['eth_getTransactionCount', tx.sender, 'pending'];
  const replies = await sendBatch(node, [count, send(tx), send(next), count]);
  assert.deepEqual(
    replies.map(({ result }) => result),
    ['0x0', tx.hash, next.hash, '0x2'],
  );
});
