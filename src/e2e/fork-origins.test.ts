import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { homePaths } from '../config/home.ts';
import { verifyHome } from '../node/verify-home.ts';
import { anvilMissing, startAnvil } from '../testing/clients/anvil.ts';
import { listen } from '../testing/node/listen.ts';
import { errorText, postJson, type RawResponse } from '../testing/raw-rpc.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const { abi, bytecode } = compileContract('Vault');
const flags = { 'consensus.block-interval': '0s' };
const carol = '0x00000000000000000000000000000000000ca401';
const eve = '0x00000000000000000000000000000000000ca402';
const deposit = encodeFunctionData({ abi, functionName: 'deposit' });
const depositsOf = (who: Hex) => encodeFunctionData({ abi, functionName: 'deposits', args: [who] });

const askAt =
  (url: string) =>
  async (method: string, ...params: readonly unknown[]) =>
    postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));

type Ask = ReturnType<typeof askAt>;

/** Sends from an account of the node and returns the receipt of a transaction that succeeded. */
async function send(ask: Ask, request: object): Promise<{ contractAddress: Hex; blockNumber: Hex }> {
  const { result: hash, error } = await ask('eth_sendTransaction', { gas: '0x4c4b40', ...request });
  assert.equal(error, undefined);
  type Receipt = { status: Hex; contractAddress: Hex; blockNumber: Hex };
  const find = async () => (await ask('eth_getTransactionReceipt', hash)).result as Receipt | null;
  const receipt = await until(find, 'a receipt');
  assert.equal(receipt.status, '0x1');
  return receipt;
}

test('a fork of anvil', { skip: anvilMissing, timeout: 600_000 }, async (t) => {
  const anvil = await startAnvil(t, ['--chain-id', '4321']);
  const askAnvil = askAt(anvil.url);
  const [alice = '', bob = '', dave = ''] = (await askAnvil('eth_accounts')).result as Hex[];
  const { contractAddress: vault } = await send(askAnvil, { from: alice, data: bytecode });
  await send(askAnvil, { from: alice, to: vault, data: deposit, value: '0x5' });
  await send(askAnvil, { from: alice, to: eve, value: '0xde0b6b3a7640000' });
  await send(askAnvil, { from: alice, to: carol, value: '0xde0b6b3a7640000' });
  const fork = await startTestNode(t, { flags: { ...flags, 'fork.url': anvil.url, 'fork.block-number': '3' } });
  let ask = askAt(fork.urls.http);

  assert.equal((await ask('eth_chainId')).result, '0x10e1');
  assert.equal((await ask('eth_blockNumber')).result, '0x4');
  assert.equal((await ask('eth_getBalance', carol, 'latest')).result, '0x0'); // block 4 of anvil is not part of it
  const call = async (who: Hex) =>
    BigInt(String((await ask('eth_call', { to: vault, data: depositsOf(who) }, 'latest')).result));
  assert.equal(await call(alice as Hex), 5n);
  assert.equal(BigInt(String((await ask('eth_getBalance', dave, 'latest')).result)), 10_000_000n * 10n ** 18n);

  // accounts that only the origin has act by impersonation, with what they have there
  await ask('anvil_impersonateAccount', eve);
  await send(ask, { from: eve, to: carol, value: '0x1' });
  assert.equal((await ask('eth_getTransactionCount', eve, 'latest')).result, '0x1');
  await ask('anvil_impersonateAccount', vault); // a contract, too
  await ask('anvil_setBalance', vault, '0xde0b6b3a7640000');
  await send(ask, { from: vault, to: vault, data: deposit, value: '0x2' });
  assert.equal(await call(vault), 2n);
  await send(ask, { from: bob, to: vault, data: deposit, value: '0x9' });
  assert.equal(await call(bob as Hex), 9n);
  const estimate = await ask('eth_estimateGas', { from: dave, to: vault, data: deposit, value: '0x1' });
  assert.ok(BigInt(String(estimate.result)) > 40_000n);

  const older = (await askAnvil('eth_getBlockByNumber', '0x2', true)).result;
  assert.deepEqual((await ask('eth_getBlockByNumber', '0x2', true)).result, older);
  const logs = (await ask('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', address: vault })).result as object[];
  assert.equal(logs.length, 3);

  await anvil.close();
  await fork.restart();
  ask = askAt(fork.urls.http);
  assert.equal(await call(alice as Hex), 5n);
  assert.deepEqual((await ask('eth_getBlockByNumber', '0x2', true)).result, older);
  await send(ask, { from: bob, to: vault, data: deposit, value: '0x1' });
  assert.equal(await call(bob as Hex), 10n);
  await fork.close();
  const { chain, faults } = await verifyHome(homePaths(fork.home), () => {});
  assert.deepEqual(faults, []);
  assert.equal(chain?.network, 'dev');
});

test('state that anvil has dumped is loaded, and anvil loads that of a node', {
  skip: anvilMissing,
  timeout: 600_000,
}, async (t) => {
  const askAnvil = askAt((await startAnvil(t)).url);
  const [alice = ''] = (await askAnvil('eth_accounts')).result as Hex[];
  const { contractAddress: vault } = await send(askAnvil, { from: alice, data: bytecode });
  await send(askAnvil, { from: alice, to: vault, data: deposit, value: '0x5' });
  const { result: state } = await askAnvil('anvil_dumpState');
  const ask = askAt((await startTestNode(t, { flags })).urls.http);
  assert.equal((await ask('anvil_loadState', state)).result, true);
  assert.equal((await ask('eth_getBalance', vault, 'latest')).result, '0x5');
  assert.equal((await ask('eth_getTransactionCount', alice, 'latest')).result, '0x2');
  const data = depositsOf(alice as Hex);
  assert.equal(BigInt(String((await ask('eth_call', { to: vault, data }, 'latest')).result)), 5n);
  await ask('anvil_setBalance', carol, '0x77');
  const { result: ours } = await ask('anvil_dumpState');
  const other = askAt((await startAnvil(t)).url);
  assert.equal((await other('anvil_loadState', ours)).result, true);
  assert.equal((await other('eth_getBalance', carol, 'latest')).result, '0x77');
  assert.equal(BigInt(String((await other('eth_call', { to: vault, data }, 'latest')).result)), 5n);
});

/** A proxy in front of an origin; `fail` decides what a request gets instead of its response. */
async function startProxy(t: TestContext, origin: TestNode) {
  const seen = {
    requests: 0,
    headers: [] as (string | undefined)[],
    fail: (_method: string): number | object | undefined => undefined,
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    seen.requests++;
    seen.headers.push(request.headers.authorization);
    const failure = seen.fail(JSON.parse(body).method);
    if (typeof failure === 'number') response.writeHead(failure).end('slow down');
    else if (failure !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: failure }));
    else response.end(JSON.stringify(await postJson(origin.urls.http, body)));
  });
  return { seen, url: `http://127.0.0.1:${await listen(t, server)}` };
}

test('errors of the origin', { timeout: 600_000 }, async (t) => {
  const origin = await startTestNode(t, { flags });
  const askOrigin = askAt(origin.urls.http);
  const [alice = ''] = (await askOrigin('eth_accounts')).result as Hex[];
  const { contractAddress: vault } = await send(askOrigin, { from: alice, data: bytecode });
  const { seen, url } = await startProxy(t, origin);
  const fork = await startTestNode(t, {
    flags: {
      ...flags,
      'fork.url': `${url}/v1/a-secret-key`,
      'fork.headers': 'Authorization: Bearer secret',
      'fork.retries': '2',
      'fork.retry-backoff': '20ms',
      'log.level': 'error',
    },
  });
  const ask = askAt(fork.urls.http);

  await t.test('blocks need nothing of it', async () => {
    const before = seen.requests;
    for (let i = 0; i < 3; i++) await ask('evm_mine');
    await send(ask, { from: alice, to: alice });
    assert.equal(seen.requests, before);
  });

  await t.test('reach the caller in its words, with its name', async () => {
    seen.fail = (method) =>
      method === 'eth_getCode' ? { code: -32000, message: 'missing trie node 12ab' } : undefined;
    const expected = `-32000 origin ${url}: missing trie node 12ab`;
    assert.equal(errorText(await ask('eth_getBalance', vault, 'latest')), expected);
    assert.equal(errorText(await ask('eth_call', { to: vault, data: depositsOf(alice as Hex) }, 'latest')), expected);
    assert.ok(!JSON.stringify(await ask('anvil_nodeInfo')).includes('secret'));
  });

  await t.test('drop a transaction that needs what is not returned, and nothing else', async () => {
    const { result: hash } = await ask('eth_sendTransaction', {
      from: alice,
      to: vault,
      data: deposit,
      value: '0x1',
      gas: '0x186a0',
    });
    const pending = async () => ((await ask('txpool_status')).result as { pending: string }).pending;
    await until(async () => (await pending()) === '0x0', 'an empty pool');
    assert.equal((await ask('eth_getTransactionReceipt', hash)).result, null);
    await send(ask, { from: alice, to: alice });
  });

  await t.test('are tried again while they may pass', async () => {
    let failures = 0;
    seen.fail = () => (failures++ < 2 ? 429 : undefined);
    assert.equal(errorText(await ask('eth_getTransactionCount', carol, 'latest')), 'result "0x0"');
    // the failure from before is remembered for a while
    await until(async () => (await ask('eth_getCode', vault, 'latest')).error === undefined, 'the code');
    seen.fail = (method) => (method === 'eth_getStorageAt' ? 503 : undefined);
    const before = seen.requests;
    const text = errorText(await ask('eth_getStorageAt', vault, `0x${'0'.repeat(64)}`, 'latest'));
    assert.equal(text, `-32000 origin ${url}: HTTP status 503: slow down`);
    assert.equal(seen.requests, before + 3);
  });

  await t.test('the headers go to the configured host only', async () => {
    assert.ok(seen.headers.every((header) => header === 'Bearer secret'));
    seen.fail = () => undefined;
    await ask('anvil_setRpcUrl', url.replace('127.0.0.1', 'localhost'));
    seen.headers.length = 0;
    await ask('eth_getBalance', '0x00000000000000000000000000000000000ca477', 'latest');
    assert.ok(seen.headers.length > 0 && seen.headers.every((header) => header === undefined));
  });

  await t.test('the state that the home keeps is limited', async () => {
    const limited = await startTestNode(t, {
      flags: { ...flags, 'fork.url': origin.urls.http, 'fork.max-state-reads': '3' },
    });
    const read = async (last: number) =>
      errorText(await askAt(limited.urls.http)('eth_getBalance', `0x${'0'.repeat(39)}${last}`, 'latest'));
    for (let i = 4; i <= 6; i++) assert.equal(await read(i), 'result "0x0"');
    assert.equal(await read(7), '-32005 more than 3 reads of the origin (fork.max-state-reads)');
    assert.equal(await read(4), 'result "0x0"');
  });

  await t.test('an origin that is not there', async () => {
    await ask('anvil_setRpcUrl', 'http://127.0.0.1:9');
    const { error } = (await ask(
      'eth_getBalance',
      '0x00000000000000000000000000000000000ca478',
      'latest',
    )) as RawResponse;
    assert.match(error?.message ?? '', /^origin http:\/\/127\.0\.0\.1:9: /);
    await send(ask, { from: alice, to: alice }); // needs nothing of it
  });
});
