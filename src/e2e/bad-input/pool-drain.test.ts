import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../primitives/hex.ts';
import { postJson, type RawResponse, requestText } from '../../testing/raw-rpc.ts';
import { accountOf, signFrom } from '../../testing/sign-from.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

const accounts = [1, 2, 3, 4];
const perAccount = 500;
const cap = 10n ** 13n;

test('each transaction of a pool that drains is executed once and in order', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = async (method: string, ...params: unknown[]) =>
    (await postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;
  await ask('evm_setAutomine', false);
  for (const account of accounts) {
    const raws = Array.from({ length: perAccount }, (_, nonce) => signFrom(account, { nonce: BigInt(nonce), cap }).raw);
    const requests = raws.map((raw) => requestText('eth_sendRawTransaction', [`"${toHex(raw)}"`]));
    const results = await postJson<RawResponse[]>(urls.http, `[${requests.join()}]`);
    assert.ok(results.every(({ error }) => error === undefined));
  }
  await ask('evm_setAutomine', true);
  await until(async () => pendingOf(await ask('txpool_status')) === 0, 'an empty pool');
  for (const account of accounts) {
    assert.equal(await ask('eth_getTransactionCount', accountOf(account), 'latest'), `0x${perAccount.toString(16)}`);
  }
  const height = Number(await ask('eth_blockNumber'));
  let transactions = 0;
  for (let number = 1; number <= height; number++) {
    transactions += Number(await ask('eth_getBlockTransactionCountByNumber', `0x${number.toString(16)}`));
  }
  assert.equal(transactions, accounts.length * perAccount);
});

function pendingOf(status: unknown): number {
  return Number((status as { readonly pending: string }).pending);
}
