import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Transaction, Wallet } from 'ethers';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const wallet = new Wallet(developmentAccounts[0]?.privateKey ?? '');
const receiver = developmentAccounts[1]?.address ?? '';

/** The page that reads, and the extension that sends: a page of the Internet may not send to a development network. */
const page = 'https://dapp.example';
const extension = 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn';

/** Sends requests as a browser wallet does: one at a time, numeric ids, parameters always present. */
function rpcOf({ urls }: TestNode, origin = extension) {
  let id = 0;
  return async (method: string, params: readonly unknown[] = []) => {
    const response = await fetch(urls.http, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ id: ++id, jsonrpc: '2.0', method, params }),
    });
    const { result, error } = (await response.json()) as { result?: never; error?: { message: string } };
    if (error !== undefined) throw new Error(error.message);
    return result as never;
  };
}

type Fees = { baseFeePerGas: string[]; reward: string[][] };

test('the life of a browser wallet: add the network, poll, estimate, send, speed up, cancel', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = rpcOf(node);
  const fromPage = rpcOf(node, page);
  // adding a network compares the chain ids and identifies the network
  assert.deepEqual([await ask('eth_chainId'), await ask('net_version')], ['0x2648', '9800']);
  assert.deepEqual([await fromPage('eth_chainId'), await fromPage('net_version')], ['0x2648', '9800']);
  const block: { number: string; baseFeePerGas: string } = await ask('eth_getBlockByNumber', ['latest', false]);
  assert.match(block.baseFeePerGas, /^0x/);
  assert.equal(await ask('eth_getCode', [receiver, 'latest']), '0x');

  const { baseFeePerGas, reward }: Fees = await ask('eth_feeHistory', ['0x5', 'latest', [10, 20, 30]]);
  assert.equal(baseFeePerGas.length, reward.length + 1);
  const gas: string = await ask('eth_estimateGas', [{ from: wallet.address, to: receiver, value: '0x5' }]);
  const tip = BigInt(await ask('eth_maxPriorityFeePerGas'));
  const sign = async (changes: object) => {
    const nonce = Number(await ask('eth_getTransactionCount', [wallet.address, 'latest']));
    const fees = { maxPriorityFeePerGas: tip, maxFeePerGas: 2n * BigInt(baseFeePerGas.at(-1) ?? 0) + tip };
    const call = { type: 2, chainId: 9800, nonce, gasLimit: gas, to: receiver, value: 5n };
    return wallet.signTransaction({ ...call, ...fees, ...changes });
  };
  const send = (raw: string): Promise<string> => ask('eth_sendRawTransaction', [raw]);
  const settled = (hash: string): Promise<{ status: string }> => {
    const find = (): Promise<{ status: string } | null> => ask('eth_getTransactionReceipt', [hash]);
    return until(find, 'a receipt');
  };

  const first = await sign({});
  await assert.rejects(fromPage('eth_sendRawTransaction', [first]), /cors-origin does not name them/);
  assert.equal(await send(first), Transaction.from(first).hash);
  assert.equal((await settled(Transaction.from(first).hash ?? '')).status, '0x1');
  await assert.rejects(send(first), /nonce too low: next nonce 1, tx nonce 0|already known/);

  await ask('evm_setAutomine', [false]);
  const slow = await send(await sign({}));
  await assert.rejects(send(await sign({ value: 6n })), /replacement transaction underpriced/);
  const faster = { maxPriorityFeePerGas: tip * 2n, maxFeePerGas: 4n * BigInt(baseFeePerGas.at(-1) ?? 0) };
  const quick = await send(await sign(faster));
  assert.equal(await ask('eth_getTransactionByHash', [slow]), null);
  const cancel = { maxPriorityFeePerGas: tip * 3n, maxFeePerGas: 8n * BigInt(baseFeePerGas.at(-1) ?? 0) };
  const cancelled = await send(await sign({ to: wallet.address, value: 0n, gasLimit: 21_000n, ...cancel }));
  assert.equal(await ask('eth_getTransactionByHash', [quick]), null);
  await ask('evm_setAutomine', [true]);
  assert.equal((await settled(cancelled)).status, '0x1');
  assert.equal(await ask('eth_getTransactionCount', [wallet.address, 'pending']), '0x2');

  const poor = Wallet.createRandom();
  const unpaid = await poor.signTransaction({
    chainId: 9800,
    gasLimit: 21_000,
    gasPrice: 10n ** 12n,
    to: receiver,
    value: 1n,
  });
  await assert.rejects(send(unpaid), /insufficient funds for gas \* price \+ value/);
});
