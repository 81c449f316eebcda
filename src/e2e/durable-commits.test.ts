import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signTransaction } from '../kernel/transaction/codec.ts';
import { parseAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { runQord } from '../testing/run-qord.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

/** Rounds of each client; all clients run at the same time. */
const rounds = 40;
const to = parseAddress('0x00000000000000000000000000000000000000ee');
const amended = '0x00000000000000000000000000000000000000ff';

function clientOf({ urls }: TestNode) {
  return async (method: string, ...params: unknown[]): Promise<unknown> => {
    const { result, error } = await postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    assert.equal(error, undefined, `${method}: ${error?.message}`);
    return result;
  };
}

/** 1 wei from a development account. */
function transfer({ accounts }: TestNode, account: number, nonce: number): string {
  const fees = { maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 1n };
  const common = { chainId: 9800n, gasLimit: 21_000n, to, value: 1n, data: emptyBytes, accessList: [] };
  const key = fromHex(accounts[account]?.privateKey ?? '');
  return toHex(signTransaction({ type: 2, nonce: BigInt(nonce), ...common, ...fees }, key).raw);
}

test('blocks that wait for the disk, requested blocks and changes of the state follow one another', async (t) => {
  const node = await startTestNode(t, { flags: { 'storage.durable': 'true', 'consensus.block-interval': '5ms' } });
  const call = clientOf(node);
  const each = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; round < rounds; round++) await work(round);
  };
  const send = (account: number) => each((round) => call('eth_sendRawTransactionSync', transfer(node, account, round)));
  const headIsComplete = async () => {
    const head = (await call('eth_getBlockByNumber', 'latest', true)) as { number: string; transactions: unknown[] };
    const receipts = (await call('eth_getBlockReceipts', head.number)) as unknown[];
    assert.equal(receipts.length, head.transactions.length);
    const [now, then] = [await call('eth_getBalance', to, head.number), await call('eth_getBalance', to, 'latest')];
    assert.ok(BigInt(String(now)) <= BigInt(String(then)));
  };
  await Promise.all([
    send(0),
    send(1),
    each(() => call('evm_mine')),
    each((round) => call('anvil_setBalance', amended, `0x${(round + 1).toString(16)}`)),
    each(() => call('eth_getBlockByNumber', 'pending', false)),
    each(headIsComplete),
  ]);
  assert.equal(await call('eth_getBalance', to, 'latest'), `0x${(2 * rounds).toString(16)}`);
  assert.equal(await call('eth_getBalance', amended, 'latest'), `0x${rounds.toString(16)}`);
  assert.ok(Number(await call('eth_blockNumber')) >= 3 * rounds);
  await node.close();
  const { code, stdout, stderr } = await runQord(['verify', '--home', node.home]);
  assert.equal(code, 0, stdout + stderr);
});

test('going back while blocks wait for the disk leaves a whole chain', async (t) => {
  const node = await startTestNode(t, { flags: { 'storage.durable': 'true', 'consensus.block-interval': '3ms' } });
  const call = clientOf(node);
  for (let round = 0; round < rounds; round++) {
    const snapshot = await call('evm_snapshot');
    const sent = [0, 1, 2].map((nonce) => call('eth_sendRawTransaction', transfer(node, 2, nonce)));
    const mined = call('evm_mine');
    assert.equal(await call('evm_revert', snapshot), true);
    await Promise.all([...sent, mined]);
    await call('anvil_dropAllTransactions');
    await call('evm_revert', snapshot); // the transactions may be in a block that came after
    await call('anvil_setNonce', node.accounts[2]?.address, '0x0');
  }
  await node.close();
  const { code, stdout, stderr } = await runQord(['verify', '--home', node.home]);
  assert.equal(code, 0, stdout + stderr);
});
