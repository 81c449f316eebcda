import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zeroHash } from '../../primitives/hash.ts';
import { alice, contracts, createEvmInterface, type EvmInterface, signed } from '../../testing/evm-interface.ts';
import { createDevelopmentInterface } from '../../testing/interfaces/development-interface.ts';
import { type Definitions, type Schema, schemaFaults } from '../../testing/interfaces/json-schema.ts';

type Published = {
  readonly methods: readonly { readonly name: string; readonly result: Schema }[];
  readonly $defs: Definitions;
};
const fixture = join(fileURLToPath(import.meta.url), '../../../../src/rpc/fixtures/openrpc-eth.json');
const published: Published = JSON.parse(readFileSync(fixture, 'utf8'));

const authorization = { chainId: 9800n, address: contracts.reader, nonce: 0n, yParity: 1n, r: 7n, s: 8n };
const call = { from: alice, to: contracts.reader };

/** Blocks with every type of transaction, a creation, a failure and logs. */
function filled(): EvmInterface & { readonly hashes: readonly string[] } {
  const evm = createEvmInterface({ filterCap: 100 });
  const gasPrice = 200_000_000_000n;
  const key = zeroHash;
  const transactions = [
    signed({ nonce: 0n, to: contracts.logger, data: Uint8Array.of(1) }),
    signed({ type: 0, nonce: 1n, gasPrice } as Parameters<typeof signed>[0]),
    signed({ type: 1, nonce: 2n, gasPrice, accessList: [{ address: alice, storageKeys: [key] }] } as Parameters<
      typeof signed
    >[0]),
    signed({ nonce: 3n, to: undefined, data: Uint8Array.of(0x5f, 0x5f, 0xf3) }),
    signed({ nonce: 4n, to: contracts.reader, data: Uint8Array.of(1) }),
    signed({ type: 4, nonce: 5n, authorizationList: [authorization] } as Parameters<typeof signed>[0]),
  ];
  evm.chain.mine(transactions);
  evm.chain.mine([signed({ nonce: 6n, to: contracts.logger })]);
  evm.pool.push(signed({ nonce: 7n }));
  return { ...evm, hashes: transactions.map(({ hash }) => hash) };
}

/** Requests whose results have every shape there is. */
function requests({ chain, hashes }: ReturnType<typeof filled>): readonly (readonly [string, ...unknown[]])[] {
  const { hash } = chain.reader.header(1) ?? chain.reader.head();
  return [
    ['eth_baseFee'],
    ['eth_blobBaseFee'],
    ['eth_blockNumber'],
    ['eth_chainId'],
    ['eth_gasPrice'],
    ['eth_maxPriorityFeePerGas'],
    ['eth_syncing'],
    ['net_version'],
    ['eth_call', call],
    ['eth_estimateGas', call],
    ['eth_createAccessList', call],
    ['eth_createAccessList', { ...call, data: '0x01' }],
    ['eth_getProof', contracts.reader, ['0x0', '0x1'], '0x1'],
    ['debug_traceTransaction', hashes[0]],
    ['debug_traceTransaction', hashes[4], { enableMemory: true, enableReturnData: true }],
    ['debug_traceTransaction', hashes[0], { tracer: 'callTracer' }],
    ['debug_traceBlockByNumber', '0x1'],
    ['debug_traceBlockByHash', hash],
    ['debug_getRawBlock', '0x1'],
    ['debug_getRawHeader', '0x1'],
    ['debug_getRawReceipts', '0x1'],
    ['debug_getRawTransaction', hashes[0]],
    ['debug_getBadBlocks'],
    ['eth_accounts'],
    ['eth_coinbase'],
    ['eth_newFilter', {}],
    ['eth_newBlockFilter'],
    ['eth_newPendingTransactionFilter'],
    ['txpool_status'],
    ['txpool_content'],
    ['txpool_contentFrom', alice],
    [
      'eth_simulateV1',
      // none that halts: the published text of its error is in no other node
      { blockStateCalls: [{ calls: [call, { ...call, data: '0x01' }] }, {}], traceTransfers: true },
    ],
    ['eth_simulateV1', { blockStateCalls: [{ calls: [call] }], returnFullTransactions: true }],
    ['eth_config'],
    ['eth_capabilities'],
    ['eth_feeHistory', '0x3', 'latest', [10, 90]],
    ['eth_getBalance', alice, 'latest'],
    ['eth_getCode', contracts.reader, 'latest'],
    ['eth_getStorageAt', contracts.reader, '0x0', 'latest'],
    ['eth_getStorageValues', { [contracts.reader]: ['0x0'] }],
    ['eth_getTransactionCount', alice, 'pending'],
    ['eth_getBlockByNumber', '0x1', true],
    ['eth_getBlockByNumber', '0x1', false],
    ['eth_getBlockByNumber', '0x0', true],
    ['eth_getBlockByNumber', '0x99', true],
    ['eth_getBlockByHash', hash, true],
    ['eth_getBlockReceipts', '0x1'],
    ['eth_getBlockReceipts', '0x99'],
    ['eth_getBlockTransactionCountByHash', hash],
    ['eth_getBlockTransactionCountByNumber', 'latest'],
    ['eth_getLogs', { fromBlock: 'earliest' }],
    ...hashes.flatMap((each) => [
      ['eth_getTransactionByHash', each] as const,
      ['eth_getTransactionReceipt', each] as const,
    ]),
    ['eth_getTransactionByHash', zeroHash],
    ['eth_getTransactionByBlockHashAndIndex', hash, '0x3'],
    ['eth_getTransactionByBlockNumberAndIndex', '0x1', '0x5'],
  ];
}

test('results have the published shapes', async () => {
  const evm = filled();
  for (const [method, ...params] of requests(evm)) {
    const schema = published.methods.find(({ name }) => name === method)?.result;
    assert.ok(schema !== undefined, method);
    const result = await evm.result(method, ...params);
    assert.deepEqual(schemaFaults(result, schema, published.$defs), [], `${method} ${JSON.stringify(params)}`);
  }
});

/** Published, and served by this node in one way or another; filters and signatures are requested below. */
const elsewhere = [
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_fillTransaction',
];

test('every published method is served, but for the lists of what blocks touched, and its result is checked', () => {
  const asked = new Set([...requests(filled()).map(([method]) => method), ...elsewhere]);
  const missing = published.methods.map(({ name }) => name).filter((name) => !asked.has(name));
  assert.deepEqual(missing, ['debug_getRawBlockAccessList', 'eth_getBlockAccessList']);
});

function assertShape(method: string, result: unknown): void {
  const schema = published.methods.find(({ name }) => name === method)?.result;
  assert.ok(schema !== undefined, method);
  assert.deepEqual(schemaFaults(result, schema, published.$defs), [], method);
}

test('filters return the published shapes', async () => {
  const { result, mine, pool } = filled();
  const ids = [await result('eth_newFilter', {}), await result('eth_newBlockFilter')];
  mine([...pool, signed({ nonce: 8n, to: contracts.logger })]);
  assertShape('eth_getFilterLogs', await result('eth_getFilterLogs', ids[0]));
  for (const id of ids) assertShape('eth_getFilterChanges', await result('eth_getFilterChanges', id));
  assertShape('eth_uninstallFilter', await result('eth_uninstallFilter', ids[0]));
});

test('what a development network signs has the published shapes', async (t) => {
  const stop = new AbortController();
  t.after(() => stop.abort());
  const { result } = createDevelopmentInterface(stop.signal);
  const request = { from: alice, to: contracts.reader };
  assertShape('eth_sendTransaction', await result('eth_sendTransaction', request));
  assertShape('eth_sign', await result('eth_sign', alice, '0x01'));
  const { raw, tx } = (await result('eth_signTransaction', request)) as { raw: string; tx: object };
  assertShape('eth_signTransaction', { raw, tx });
  assertShape('eth_fillTransaction', await result('eth_fillTransaction', { ...request, gasPrice: '0x2e90edd000' }));
  await result('evm_mine');
  const { raw: next } = (await result('eth_signTransaction', request)) as { raw: string };
  assertShape('eth_sendRawTransaction', await result('eth_sendRawTransaction', next));
});

test('a waiting transaction has the published shape of the pool', async () => {
  const { pool, result } = filled();
  const [waiting] = pool;
  const schema = published.methods.find(({ name }) => name === 'txpool_content')?.result;
  assert.ok(waiting !== undefined && schema !== undefined);
  const content = { [alice]: { 7: await result('eth_getTransactionByHash', waiting.hash) } };
  assert.deepEqual(schemaFaults({ pending: content, queued: {} }, schema, published.$defs), []);
});

test('the shapes differ from each other', () => {
  const block = published.methods.find(({ name }) => name === 'eth_getBlockByNumber')?.result;
  assert.ok(block !== undefined);
  assert.notDeepEqual(schemaFaults({ hash: '0x' }, block, published.$defs), []);
});

test('the document describes every method, and holds to the structure of OpenRPC', async () => {
  const { result } = createEvmInterface();
  const document = (await result('rpc.discover')) as Document;
  assert.match(document.openrpc, /^1\.\d+\.\d+$/);
  assert.ok(document.info.title !== '' && document.info.version === '0.1.0');
  const names = document.methods.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of ['eth_getBalance', 'web3_sha3', 'net_version', 'rpc.discover', 'rpc_modules']) {
    assert.ok(names.includes(name), name);
  }
  for (const { name, summary, params, result: response } of document.methods) {
    assert.ok(summary.endsWith('.'), `${name}: the summary is a sentence`);
    assert.equal(typeof response.schema, 'object', name);
    const required = params.map((param) => param.required);
    assert.deepEqual(
      required,
      required.toSorted((a, b) => Number(b) - Number(a)),
      `${name}: required parameters first`,
    );
    assert.equal(new Set(params.map((param) => param.name)).size, params.length, `${name}: parameter names differ`);
    for (const param of params) assert.ok(param.schema && param.description, name);
  }
});

type Document = {
  openrpc: string;
  info: { title: string; version: string };
  methods: {
    name: string;
    summary: string;
    params: { name: string; description: string; required: boolean; schema: object }[];
    result: { name: string; schema: object };
  }[];
};

test('every method rejects one parameter too many, and objects in place of the list', async () => {
  const { result, fault, send } = createEvmInterface();
  const { methods } = (await result('rpc.discover')) as Document;
  for (const { name, params } of methods) {
    const many = Array(params.length + 1).fill(null);
    const words = `-32602 too many arguments, want at most ${params.length}`;
    assert.equal(await fault(name, ...many), words, name);
    const reply = JSON.parse((await send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params: {} }))) ?? '');
    assert.equal(reply.error.code, -32602, name);
  }
});

test('every required parameter is missed, and none takes a value of any other kind', async () => {
  const { result, fault } = createEvmInterface();
  const { methods } = (await result('rpc.discover')) as Document;
  const strange = [true, 2 ** 60, '0xzz', '0x12345678g', [[]], 'é'];
  for (const { name, params } of methods) {
    const required = params.filter((param) => param.required).length;
    if (required > 0) assert.equal(await fault(name), '-32602 missing value for required argument 0', name);
    for (const value of strange) {
      if (params.length === 0 || name === 'eth_subscribe') continue; // rejected over HTTP before anything else
      if (name === 'eth_newPendingTransactionFilter' && value === true) continue; // whole transactions
      assert.match(
        await fault(name, value, ...Array(required - 1 > 0 ? required - 1 : 0).fill(value)),
        /^-32602 /,
        `${name} ${String(value)}`,
      );
    }
  }
});

test('namespaces outside of the list do not exist', async () => {
  const { fault, result } = createEvmInterface();
  const words = '-32601 the method admin_peers does not exist/is not available';
  assert.equal(await fault('admin_peers'), words);
  const modules = (await result('rpc_modules')) as Record<string, string>;
  assert.equal(modules.eth, '1.0');
  assert.equal('admin' in modules, false);
});

test('web3_ and net_', async () => {
  const { result, fault } = createEvmInterface();
  assert.equal(
    await result('web3_sha3', '0x68656c6c6f20776f726c64'),
    '0x47173285a8d7341e5e972fc677286384f802f8ef42a5ec5f03bbfa254cb01fad',
  );
  assert.equal(await result('web3_clientVersion'), 'qord/v0.1.0/linux/node');
  assert.equal(await result('net_version'), '9800');
  assert.equal(await result('net_listening'), true);
  assert.equal(await result('net_peerCount'), '0xb');
  assert.equal(await result('eth_chainId'), '0x2648');
  assert.equal(await result('eth_blockNumber'), '0x0');
  assert.equal(await result('eth_syncing'), false);
  assert.equal(await fault('web3_sha3', 'hello'), '-32602 invalid argument 0: hex string without 0x prefix');
});
