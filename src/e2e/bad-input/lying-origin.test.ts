import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { supplyAccount } from '../../kernel/supply.ts';
import { stakingAddress, xqoreAddress } from '../../modules/addresses.ts';
import { OriginError } from '../../state/origin-state.ts';
import { startLyingOrigin } from '../../testing/node/lying-origin.ts';
import { errorText, postJson } from '../../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../../testing/test-node.ts';

const flags = { 'consensus.block-interval': '0s' };
type Page = { entries: [key: string, value: string][]; next: string | null };

const ask = ({ urls }: TestNode, method: string, ...params: readonly unknown[]) =>
  postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));

async function start(t: TestContext) {
  const real = await startTestNode(t, { flags });
  const origin = await startLyingOrigin(t, real.urls.http);
  const fork = () => startTestNode(t, { flags: { ...flags, 'fork.url': origin.url, 'fork.retries': '0' } });
  return { origin, fork };
}

/** Changes the pages of an account. */
const withEntries =
  (account: string, change: (page: Page) => Page) =>
  (method: string, [address]: readonly unknown[], result: unknown) =>
    method === 'qord_getEntries' && address === account ? change(result as Page) : result;

const withBlock = (change: object) => (method: string, _params: readonly unknown[], result: unknown) =>
  method === 'eth_getBlockByNumber' ? { ...(result as object), ...change } : result;

const withResult = (name: string, value: unknown) => (method: string, _params: readonly unknown[], result: unknown) =>
  method === name ? value : result;

test('no network begins with what no chain can continue from, and a running one stays', {
  timeout: 600_000,
}, async (t) => {
  const { origin, fork } = await start(t);
  const running = await startTestNode(t, { flags });
  const added =
    (key: string, value: string) =>
    ({ entries, next }: Page) => ({
      entries: [...entries, [key, value] satisfies [string, string]],
      next,
    });
  const spoiled = ({ entries, next }: Page): Page => ({ entries: entries.map(([key]) => [key, '0xb800']), next });
  for (const [lie, expected] of [
    [withResult('eth_chainId', '0xffffffffffffffff'), 'eth_chainId returned something unexpected'],
    [withBlock({ number: `0x1${'0'.repeat(15)}` }), 'eth_getBlockByNumber returned something unexpected'],
    [withBlock({ timestamp: '0x3afff44180' }), 'eth_getBlockByNumber returned something unexpected'],
    [withResult('eth_getTransactionCount', `0x1${'0'.repeat(16)}`), 'eth_getTransactionCount returned'],
    [withEntries(xqoreAddress, () => ({ entries: [], next: '0x01' })), 'qord_getEntries returned something unexpected'],
    [withEntries(xqoreAddress, added('0x', '0x01')), 'qord_getEntries returned something unexpected'],
    [withEntries(xqoreAddress, added(`0x${'01'.repeat(256)}`, '0x01')), 'qord_getEntries returned something unexp'],
    [withEntries(xqoreAddress, added('0xee', '0x01')), `${xqoreAddress} is the module xqore: 0xee: the module has no`],
    [withEntries(supplyAccount, spoiled), 'no network can begin with what it returned: '],
    [withEntries(stakingAddress, spoiled), `${stakingAddress} is the module staking: 0x`],
  ] as const) {
    origin.lie = lie;
    const isRefused = (error: unknown) => error instanceof OriginError && error.message.includes(expected);
    await assert.rejects(fork, isRefused, expected);
  }
  const reset = await ask(running, 'anvil_reset', { forking: { jsonRpcUrl: origin.url } });
  assert.match(errorText(reset), /is the module staking: 0x/);
  assert.equal(errorText(await ask(running, 'anvil_mine', '0x2')), 'result null');
  origin.lie = (_method, _params, result) => result;
  assert.equal(errorText(await ask(running, 'anvil_reset', { forking: { jsonRpcUrl: origin.url } })), 'result null');
});

/** The node makes blocks with transactions, now and after a restart. */
async function assertGoesOn(node: TestNode): Promise<void> {
  const [sender, to] = node.accounts.map(({ address }) => address);
  for (const start of [async () => {}, () => node.restart()]) {
    await start();
    const { result } = await ask(node, 'eth_sendTransaction', { from: sender, to, value: '0x1', gas: '0x5208' });
    assert.equal(errorText(await ask(node, 'anvil_mine', '0x2')), 'result null');
    const receipt = (await ask(node, 'eth_getTransactionReceipt', result)).result;
    assert.equal((receipt as { status: string }).status, '0x1');
  }
}

test('accounts that no chain can have are an error of whoever reads them', { timeout: 600_000 }, async (t) => {
  const { origin, fork } = await start(t);
  const node = await fork();
  for (const [method, value, stranger] of [
    ['eth_getBalance', `0x1${'0'.repeat(64)}`, `0x${'98'.repeat(20)}`],
    ['eth_getTransactionCount', `0x1${'0'.repeat(16)}`, `0x${'99'.repeat(20)}`],
  ] as const) {
    origin.lie = (name, [address], result) => (name === method && address === stranger ? value : result);
    const { error } = await ask(node, 'eth_getBalance', stranger, 'latest');
    assert.match(error?.message ?? '', new RegExp(`^origin .*: ${method} returned something unexpected`));
    await ask(node, 'eth_sendTransaction', { from: node.accounts[0]?.address, to: stranger, gas: '0x5208' });
  }
  await assertGoesOn(node);
});

test('a network begins after the last block and time that there can be', { timeout: 600_000 }, async (t) => {
  const { origin, fork } = await start(t);
  const [last, beyond] = ['0x10000000000', '0x10000000001'];
  origin.passOn = (params) => params.map((param) => (param === last || param === beyond ? 'latest' : param));
  origin.lie = withBlock({ number: beyond });
  await assert.rejects(fork, /no network can begin with what it returned: fork.blockNumber: Too big/);
  origin.lie = withBlock({ number: last, timestamp: '0x3afff4417f' });
  await assertGoesOn(await fork());
});
