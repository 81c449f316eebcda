import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPublicClient, createWalletClient, defineChain, http, parseAbi, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod';
import { xqoreAddress } from '../../modules/addresses.ts';
import { createModules } from '../../modules/index.ts';
import { post, postJson } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

const chain = defineChain({
  id: 9800,
  name: 'qord',
  nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
  rpcUrls: { default: { http: [] } },
});

async function call(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const response = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  assert.equal(response.error, undefined, JSON.stringify(response.error));
  return response.result;
}

const field = z.object({ name: z.string(), type: z.string(), doc: z.string() });
const modulesShape = z.array(
  z.object({
    name: z.string(),
    address: z.string(),
    doc: z.string(),
    records: z.array(z.object({ name: z.string(), doc: z.string(), key: z.array(z.unknown()).nullable() })),
    contracts: z.array(
      z.object({
        name: z.string(),
        address: z.string(),
        calls: z.array(z.object({ name: z.string(), selector: z.string(), inputs: z.array(field), gas: z.number() })),
      }),
    ),
    events: z.array(z.object({ name: z.string(), topic: z.string(), inputs: z.array(field) })),
    methods: z.array(z.object({ name: z.string() })),
    faults: z.array(z.object({ name: z.string(), code: z.number(), reason: z.string() })),
  }),
);

test('declarations are ASCII, so that many in a batch need not be escaped', async (t) => {
  const { urls } = await startTestNode(t);
  for (const { name } of createModules()) {
    const request = { jsonrpc: '2.0', id: 1, method: 'qord_getModules', params: [[name]] };
    const { text } = await post(urls.http, JSON.stringify(request));
    assert.equal(Buffer.byteLength(text), text.length, name);
    assert.equal(JSON.parse(text).result[0].name, name);
  }
});

test('qord_getModules returns every declaration', async (t) => {
  const { urls } = await startTestNode(t);
  const modules = modulesShape.parse(await call(urls.http, 'qord_getModules'));
  const declared = createModules();
  assert.deepEqual(
    modules.map(({ name }) => name),
    declared.map(({ name }) => name),
  );
  for (const [at, module] of modules.entries()) {
    const own = declared[at];
    const count = (own?.calls.length ?? 0) + (own?.precompiles ?? []).reduce((sum, { calls }) => sum + calls.length, 0);
    assert.equal(
      module.contracts.reduce((sum, { calls }) => sum + calls.length, 0),
      count,
    );
    assert.equal(module.records.length, (own?.tables.length ?? 0) + (own?.singles.length ?? 0));
    assert.equal(module.methods.length, own?.queries.length);
  }
});

test('effects of hooks, balance changes and past records are exact', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const [sender] = node.accounts;
  assert.ok(sender);
  const transport = http(node.urls.http);
  const wallet = createWalletClient({ account: privateKeyToAccount(sender.privateKey), chain, transport });
  const reader = createPublicClient({ chain, transport, pollingInterval: 50 });
  const receipts = [];
  for (const amount of [parseEther('5') / 10n ** 12n, parseEther('7') / 10n ** 12n]) {
    const hash = await wallet.writeContract({
      address: xqoreAddress,
      abi: parseAbi(['function lock(uint256 amount) returns (uint256 minted)']),
      functionName: 'lock',
      args: [amount],
    });
    receipts.push(await reader.waitForTransactionReceipt({ hash }));
  }
  const [first, second] = receipts;
  assert.ok(first && second);
  const [before, after] = await Promise.all(
    [first, second].map(({ blockNumber }) => reader.getBalance({ address: sender.address, blockNumber })),
  );
  const changes = z
    .array(z.object({ address: z.string(), before: z.string(), after: z.string() }))
    .parse(await call(node.urls.http, 'qord_getBalanceChanges', second.transactionHash));
  const own = changes.find(({ address }) => address === sender.address);
  assert.equal(BigInt(own?.after ?? 0) - BigInt(own?.before ?? 0), (after ?? 0n) - (before ?? 0n));
  const record = (block: string) =>
    call(node.urls.http, 'qord_getRecord', 'xqore', 'position', [sender.address], block);
  const locked = z.object({ locked: z.string() });
  assert.equal(locked.parse(await record(`0x${first.blockNumber.toString(16)}`)).locked, '5000000');
  assert.equal(locked.parse(await record('latest')).locked, '12000000');
  assert.equal(await record('0x0'), null);
  const effects = z
    .object({
      events: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
      balanceChanges: z.array(z.unknown()),
      report: z.object({ waitingTransactions: z.number(), votes: z.array(z.object({ signed: z.boolean() })) }),
    })
    .parse(await call(node.urls.http, 'qord_getBlockEffects', `0x${second.blockNumber.toString(16)}`));
  assert.ok(effects.events.length > 0 && effects.balanceChanges.length > 0, 'the fee was shared out');
  assert.equal(effects.report.waitingTransactions, 1);
  assert.equal(await call(node.urls.http, 'qord_getBlockEffects', '0xffffff'), null);
  assert.equal(await call(node.urls.http, 'qord_getBalanceChanges', `0x${'0'.repeat(64)}`), null);
});

test('a list of records continues where the one before ended', async (t) => {
  const { urls } = await startTestNode(t);
  const rows = z.array(z.object({ key: z.array(z.union([z.string(), z.number()])) }));
  const list = async (...rest: readonly unknown[]) => rows.parse(await call(urls.http, 'qord_listRecords', ...rest));
  const all = await list('bridge', 'chain', [], 1000);
  assert.ok(all.length > 3);
  const start = all[2]?.key.map(String);
  assert.deepEqual(await list('bridge', 'chain', [], 2, start), all.slice(2, 4));
});

test('modules are listed in brief, and declared one by one', async (t) => {
  const { urls } = await startTestNode(t);
  const all = z.array(z.unknown()).parse(await call(urls.http, 'qord_getModules'));
  const brief = z.array(z.object({ name: z.string(), hash: z.string(), calls: z.number() }));
  const listed = brief.parse(await call(urls.http, 'qord_listModules'));
  assert.equal(listed.length, all.length);
  assert.equal(new Set(listed.map(({ hash }) => hash)).size, all.length);
  const [first, , third] = listed;
  assert.deepEqual(await call(urls.http, 'qord_getModules', [third?.name, first?.name, 'none']), [all[0], all[2]]);
  assert.deepEqual(await call(urls.http, 'qord_getModules', []), []);
});
