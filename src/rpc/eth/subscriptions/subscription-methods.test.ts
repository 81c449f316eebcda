import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../../primitives/hex.ts';
import { assemble } from '../../../testing/evm/assemble.ts';
import {
  contracts,
  createEvmInterface,
  type EvmInterface,
  signed,
  testLimits,
  topics,
} from '../../../testing/evm-interface.ts';
import { until } from '../../../testing/until.ts';
import type { LongText } from '../../json-value.ts';

type Message = { method: string; params: { subscription: string; result: unknown } };

/** A connection that keeps what it is sent. */
function connect(evm: EvmInterface) {
  const messages: Message[] = [];
  const closing: (() => void)[] = [];
  const ended: string[] = [];
  const session = {
    send: (text: string | LongText) => void messages.push(JSON.parse(text.toString())),
    onClose: (listener: () => void) => void closing.push(listener),
    end: (code: number, reason: string) => void ended.push(`${code} ${reason}`),
  };
  const ask = async (method: string, ...params: unknown[]) =>
    JSON.parse((await evm.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), session)) ?? '');
  return {
    messages,
    ended,
    ask,
    close: () => {
      for (const listener of closing) listener();
    },
    subscribe: async (...params: unknown[]): Promise<string> => (await ask('eth_subscribe', ...params)).result,
  };
}

test('new heads are the headers that can be read afterwards', async () => {
  const evm = createEvmInterface();
  const { messages, subscribe } = connect(evm);
  const id = await subscribe('newHeads');
  assert.match(id, /^0x[1-9a-f][0-9a-f]{0,31}$/);
  evm.mine([signed({ nonce: 0n })]);
  const header = await evm.result('eth_getHeaderByNumber', 'latest');
  const expected = { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: id, result: header } };
  await until(() => messages.length > 0, 'a head');
  assert.deepEqual(messages, [expected]);
});

test('each matching log is sent to its subscribers', async () => {
  const evm = createEvmInterface();
  const { messages, subscribe } = connect(evm);
  const all = await subscribe('logs');
  const some = await subscribe('logs', { address: contracts.logger, topics: [null, [topics[1], topics[2]]] });
  await subscribe('logs', { topics: [topics[1]] });
  evm.mine([signed({ nonce: 0n, to: contracts.logger }), signed({ nonce: 1n, to: contracts.logger })]);
  const logs = (await evm.result('eth_getLogs', {})) as unknown[];
  assert.equal(logs.length, 2);
  await until(() => messages.length >= 4, 'the logs');
  assert.deepEqual(
    messages.map(({ params }) => [params.subscription, params.result]),
    logs.flatMap((log) => [
      [all, log],
      [some, log],
    ]),
  );
});

test('waiting transactions, as hashes or whole', async () => {
  const evm = createEvmInterface();
  const { messages, subscribe } = connect(evm);
  const [hashes, whole] = [await subscribe('newPendingTransactions'), await subscribe('newPendingTransactions', true)];
  const tx = signed({ nonce: 0n });
  await evm.result('eth_sendRawTransaction', toHex(tx.raw));
  await until(() => messages.length >= 2, 'the transaction, twice');
  const told = Object.fromEntries(messages.map(({ params }) => [params.subscription, params.result]));
  assert.equal(told[hashes], tx.hash);
  assert.deepEqual(told[whole], await evm.result('eth_getTransactionByHash', tx.hash));
});

test('receipts of all transactions, or of the named ones', async () => {
  const evm = createEvmInterface();
  const { messages, subscribe } = connect(evm);
  const [first, second] = [signed({ nonce: 0n }), signed({ nonce: 1n })];
  const all = await subscribe('transactionReceipts');
  const one = await subscribe('transactionReceipts', { transactionHashes: [second.hash] });
  evm.mine([first, second]);
  const receipts = (await evm.result('eth_getBlockReceipts', 'latest')) as unknown[];
  await until(() => messages.length >= 2, 'the receipts');
  const told = Object.fromEntries(messages.map(({ params }) => [params.subscription, params.result]));
  assert.deepEqual(told, { [all]: receipts, [one]: [receipts[1]] });
  evm.mine();
  assert.equal(messages.length, 2);
});

test('a receipt with many logs arrives whole, and nobody gets a message that is longer than a response', async () => {
  const logs = assemble('JUMPDEST', 0, 0, 'LOG0', 30_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP');
  for (const maxResponseBytes of [10_000_000, 100_000]) {
    const evm = createEvmInterface({ maxResponseBytes });
    const { messages, ended, subscribe } = connect(evm);
    const id = await subscribe('transactionReceipts');
    const { receipts } = evm.mine([signed({ nonce: 0n, to: undefined, data: logs, gasLimit: 1_000_000n })]);
    const count = receipts[0]?.logs.length ?? 0;
    assert.ok(count > 1_000);
    await until(() => messages.length + ended.length > 0, 'a message or the end');
    if (maxResponseBytes === 100_000) {
      assert.deepEqual(messages, []);
      assert.deepEqual(ended, ['1009 a message has more than 100000 bytes (max-response-size)']);
    } else {
      const params = { subscription: id, result: await evm.result('eth_getBlockReceipts', 'latest') };
      assert.deepEqual(messages, [{ jsonrpc: '2.0', method: 'eth_subscription', params }]);
      assert.deepEqual(ended, []);
    }
  }
});

test('a subscription ends on request, and with its connection', async () => {
  const evm = createEvmInterface();
  const [one, other] = [connect(evm), connect(evm)];
  const id = await one.subscribe('newHeads');
  await other.subscribe('newHeads');
  assert.deepEqual((await other.ask('eth_unsubscribe', id)).error, { code: -32000, message: 'subscription not found' });
  assert.equal((await one.ask('eth_unsubscribe', id.toUpperCase().replace('0X', '0x'))).result, true);
  assert.equal((await one.ask('eth_unsubscribe', id)).error.code, -32000);
  other.close();
  evm.mine();
  assert.deepEqual([one.messages, other.messages], [[], []]);
});

test('wrong subscriptions', async () => {
  const evm = createEvmInterface();
  const { ask } = connect(evm);
  const fault = async (...params: unknown[]) => (await ask('eth_subscribe', ...params)).error;
  assert.deepEqual(await fault('newNews'), { code: -32601, message: 'no "newNews" subscription in eth namespace' });
  const wrong = { code: -32602, message: 'invalid argument 1: address: hex string of odd length' };
  assert.deepEqual(await fault('logs', { address: '0x1' }), wrong);
  assert.equal((await fault('newPendingTransactions', 'yes')).code, -32602);
  assert.equal((await fault('transactionReceipts', { transactionHashes: Array(201).fill(topics[0]) })).code, -32602);
  assert.equal(await evm.fault('eth_subscribe', 'newHeads'), '-32601 notifications not supported');
  assert.equal(await evm.fault('eth_unsubscribe', '0x1'), '-32601 notifications not supported');
});

test('the number of subscriptions of a connection is limited', async () => {
  const evm = createEvmInterface();
  const [first, second] = [connect(evm), connect(evm)];
  for (let i = 0; i < 1000; i++) await first.subscribe('newHeads');
  const { error } = await first.ask('eth_subscribe', 'newHeads');
  const message =
    'too many subscriptions on one connection: at most 1000 (json-rpc.max-subscriptions-per-connection); end some that are not needed';
  assert.deepEqual(error, { code: -32005, message });
  assert.match(await second.subscribe('newHeads'), /^0x/);
  first.close();
  assert.match(await second.subscribe('newHeads'), /^0x/);
});

test('connections of one address share its limit, and release their part when they close', async () => {
  const evm = createEvmInterface({ watch: { ...testLimits.watch, 'max-subscriptions-per-address': 3 } });
  const [first, second] = [connect(evm), connect(evm)];
  await first.subscribe('newHeads');
  await first.subscribe('newHeads');
  const id = await second.subscribe('newHeads');
  const rejected = async () => (await second.ask('eth_subscribe', 'newHeads')).error?.message;
  assert.match(await rejected(), /^too many subscriptions from your address: at most 3 \(json-rpc\.max-sub/);
  await second.ask('eth_unsubscribe', id);
  assert.match(await second.subscribe('newHeads'), /^0x/);
  first.close();
  for (let i = 0; i < 2; i++) assert.match(await second.subscribe('newHeads'), /^0x/);
  assert.match(await rejected(), /at most 3/);
});

test('addresses and topics are counted over filters and subscriptions, each once', async () => {
  const evm = createEvmInterface({ watch: { ...testLimits.watch, 'max-filter-terms-per-address': 6 } });
  const { ask, subscribe } = connect(evm);
  const pattern = { address: [contracts.logger, contracts.logger], topics: [[topics[0], topics[1]]] };
  const id = await subscribe('logs', pattern);
  const filter = await evm.result('eth_newFilter', pattern);
  const words =
    '-32005 too many addresses and topics in filters and subscriptions from your address: at most 6 ' +
    '(json-rpc.max-filter-terms-per-address); end some that are not needed';
  assert.equal(await evm.fault('eth_newFilter', { address: contracts.logger }), words);
  assert.equal(
    (await ask('eth_subscribe', 'transactionReceipts', { transactionHashes: [topics[0]] })).error.code,
    -32005,
  );
  assert.match(String(await evm.result('eth_newFilter', {})), /^0x/);
  await ask('eth_unsubscribe', id);
  await evm.result('eth_uninstallFilter', filter);
  assert.match(await subscribe('logs', pattern), /^0x/);
});
