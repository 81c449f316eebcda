import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection, PublicKey } from '@solana/web3.js';
import { JsonRpcProvider } from 'ethers';
import { createPublicClient, http } from 'viem';
import { Web3 } from 'web3';
import { pqcAddress } from '../modules/addresses.ts';
import { toBase58 } from '../primitives/address.ts';
import { toHex } from '../primitives/hex.ts';
import { toSignature } from '../svm/signature.ts';
import { SocketClient } from '../testing/interfaces/socket-client.ts';
import { addressOf, hybridFrom, hybridTransferGas, testPqcKey } from '../testing/signing/hybrid.ts';
import { pqcRegistration } from '../testing/signing/pqc-registration.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const sender = 3;
const key = testPqcKey(1);

test('every interface and library reads a chain with hybrid transactions', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const socket = await SocketClient.connect(node.urls.webSocket);
  t.after(() => socket.socket.terminate());
  const ask = async <T = Record<string, unknown>>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const { result, error } = await socket.ask(method, ...params);
    assert.equal(error, undefined, method);
    return result as T;
  };
  await ask('eth_sendRawTransactionSync', toHex(pqcRegistration(sender, key).raw));
  await ask('evm_setAutomine', false);
  await ask('eth_subscribe', 'newPendingTransactions', true);
  const tx = hybridFrom(sender, key, { nonce: 1n, value: 7n });
  assert.equal(await ask('eth_sendRawTransaction', toHex(tx.raw)), tx.hash);
  const members = {
    ...{ type: '0x51', hash: tx.hash, from: addressOf(sender), nonce: '0x1', value: '0x7', chainId: '0x2648' },
    ...{ algorithmId: '0x1', pqcSignature: tx.type === 0x51 ? toHex(tx.pqcSignature) : '' },
  };
  const assertShown = (shown: Record<string, unknown> | undefined, where: string) => {
    for (const [name, value] of Object.entries(members)) assert.equal(shown?.[name], value, `${where}: ${name}`);
  };
  type Shown = Record<string, unknown>;
  type ShownBlock = { readonly number: string; readonly transactions: readonly Shown[] };

  const [notified] = socket.notifications.map(({ params }) => params.result as Shown);
  assertShown(notified, 'newPendingTransactions');
  const content = await ask<{ pending: Record<string, Record<string, Shown>> }>('txpool_content');
  assertShown(Object.values(content.pending)[0]?.['1'], 'txpool_content');
  assertShown((await ask<ShownBlock>('eth_getBlockByNumber', 'pending', true)).transactions[0], 'the pending block');
  assertShown(await ask('eth_getTransactionByHash', tx.hash), 'a waiting transaction');
  assert.deepEqual(await ask('qord_getPoolLanes'), { pqc: [tx.hash] });

  await ask('evm_mine');
  const block = await ask<ShownBlock>('eth_getBlockByNumber', 'latest', true);
  assertShown(block.transactions[0], 'the block');
  assert.equal(await ask('eth_getRawTransactionByHash', tx.hash), toHex(tx.raw));
  const receipt = await ask<{ logs: readonly { address: string; topics: string[] }[] } & Shown>(
    'eth_getTransactionReceipt',
    tx.hash,
  );
  assert.deepEqual([receipt.type, receipt.status, receipt.gasUsed], ['0x51', '0x1', '0x1e868']);
  const { blockNumber } = receipt;
  const logs = await ask<readonly Shown[]>('eth_getLogs', {
    address: pqcAddress,
    fromBlock: blockNumber,
    toBlock: blockNumber,
  });
  assert.deepEqual(logs, receipt.logs);
  assert.equal(logs.length, 1);

  const call = await ask('debug_traceTransaction', tx.hash, { tracer: 'callTracer' });
  assert.deepEqual([call.from, call.gasUsed, call.value], [addressOf(sender), '0x1e868', '0x7']);
  const traced = await ask<readonly { result: Shown }[]>('debug_traceBlockByNumber', block.number, {
    tracer: 'callTracer',
  });
  assert.deepEqual(traced[0]?.result, call);
  const prestate = await ask('debug_traceTransaction', tx.hash, { tracer: 'prestateTracer' });
  assert.ok(addressOf(sender) in prestate);

  const number = Number(block.number);
  const provider = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => provider.destroy());
  const ofEthers = (await provider.getBlock(number, true))?.prefetchedTransactions[0];
  assert.deepEqual([ofEthers?.hash, ofEthers?.type, ofEthers?.value], [tx.hash, 0x51, 7n]);
  assert.equal((await provider.getTransaction(tx.hash))?.from.toLowerCase(), addressOf(sender));
  assert.equal((await provider.getTransactionReceipt(tx.hash))?.gasUsed, hybridTransferGas);

  const viem = createPublicClient({ transport: http(node.urls.http) });
  const ofViem = (await viem.getBlock({ blockNumber: BigInt(number), includeTransactions: true })).transactions[0];
  assert.deepEqual([ofViem?.hash, ofViem?.typeHex, ofViem?.value], [tx.hash, '0x51', 7n]);
  assert.equal((await viem.getTransaction({ hash: tx.hash })).nonce, 1);
  assert.equal((await viem.getTransactionReceipt({ hash: tx.hash })).status, 'success');

  const web3 = new Web3(node.urls.http);
  const ofWeb3 = (await web3.eth.getBlock(number, true)).transactions[0];
  assert.ok(typeof ofWeb3 === 'object');
  assert.deepEqual([ofWeb3.hash, BigInt(ofWeb3.type ?? 0)], [tx.hash, 0x51n]);
  assert.equal(BigInt((await web3.eth.getTransaction(tx.hash)).value), 7n);
  assert.equal((await web3.eth.getTransactionReceipt(tx.hash)).gasUsed, hybridTransferGas);

  const svm = new Connection(node.urls.svm, 'confirmed');
  const signature = toSignature(tx.hash);
  const parsed = await svm.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  assert.deepEqual([parsed?.slot, parsed?.meta?.err], [number, null]);
  const slot = await svm.getBlock(number, { maxSupportedTransactionVersion: 0 });
  assert.deepEqual(
    slot?.transactions.map(({ transaction }) => transaction.signatures[0]),
    [signature],
  );
  const history = await svm.getSignaturesForAddress(new PublicKey(toBase58(addressOf(sender))));
  assert.equal(history[0]?.signature, signature);

  socket.socket.terminate();
  provider.destroy();
  await node.restart();
  const again = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  assert.equal((await again.getTransactionReceipt(tx.hash))?.type, 0x51);
  again.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
