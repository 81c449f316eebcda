import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { toHex } from '../primitives/hex.ts';
import { anvilMissing, startAnvil } from '../testing/clients/anvil.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { runQord } from '../testing/run-qord.ts';
import { type asFlags, spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

type Call = <T = string>(method: string, ...params: readonly unknown[]) => Promise<T>;

const caller =
  (url = ''): Call =>
  async (method, ...params) => {
    const { result, error } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    if (error !== undefined) throw new Error(error.message);
    return result as never;
  };

async function start(t: TestContext, flags: Parameters<typeof asFlags>[0], home = join(temporaryFolder(t), 'home')) {
  const node = await spawnNode(t, home, flags);
  return { ...node, home, call: caller(node.urls.http) };
}

/** Keeps what each call saw: slot 0 counts them; in the slots from the word that it is given: count and environment. */
const code = assemble(
  ...[0, 'SLOAD', 1, 'ADD', 'DUP1', 0, 'SSTORE', 0, 'CALLDATALOAD', 'SSTORE'],
  ...['TIMESTAMP', 'BASEFEE', 'COINBASE', 'PREVRANDAO', 'GASLIMIT'].flatMap((name, index) => [
    name,
    0,
    'CALLDATALOAD',
    index + 1,
    'ADD',
    'SSTORE',
  ]),
);
const creation = toHex(assemble(code.length, 'DUP1', 11, 0, 'CODECOPY', 0, 'RETURN', '0x5b', code));
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

/** A block with five transactions of all senders that can be, and what the contract has after each of them. */
async function prepare(call: Call, types: readonly object[]) {
  const accounts = await call<readonly string[]>('eth_accounts');
  const [from] = accounts;
  const gas = '0x100000';
  const created = await call('eth_sendTransaction', { from, data: creation, gas });
  await call('evm_mine');
  const { contractAddress: to } = await call<{ contractAddress: string }>('eth_getTransactionReceipt', created);
  assert.ok(((await call('eth_getCode', to, 'latest')) as string).length > 40);
  const hashes: string[] = [];
  for (const [index, fields] of types.entries())
    hashes.push(
      await call('eth_sendTransaction', { from: accounts[index], to, data: word(16 * index + 16), gas, ...fields }),
    );
  await call('evm_mine');
  await call('evm_mine');
  const found = await Promise.all(
    hashes.map((hash) => call<{ transactionIndex: string; blockNumber: string }>('eth_getTransactionByHash', hash)),
  );
  assert.equal(new Set(found.map(({ blockNumber }) => blockNumber)).size, 1, 'all are in one block');
  const places = found.map(({ transactionIndex }) => Number(transactionIndex));
  return {
    to,
    from: from ?? '',
    places,
    order: hashes.toSorted((a, b) => (places[hashes.indexOf(a)] ?? 0) - (places[hashes.indexOf(b)] ?? 0)),
    height: Number(found[0]?.blockNumber),
  };
}

const fees = [
  { gasPrice: '0x77359400' },
  { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x5' },
  { gasPrice: '0x77359400', accessList: [{ address: `0x${'11'.repeat(20)}`, storageKeys: [word(1)] }] },
  { maxFeePerGas: '0xb2d05e00', maxPriorityFeePerGas: '0x9' },
];

/** Forks after each transaction, and compares what the contract has with what the origin has after the whole block. */
async function compare(t: TestContext, url: string, origin: Call, made: Awaited<ReturnType<typeof prepare>>) {
  const { to, places, order, height } = made;
  for (const [last, hash] of order.entries()) {
    if (last === 1) continue; // the first, one in the middle, and the last
    const fork = await start(t, { 'fork-url': url, 'fork-transaction-hash': hash, 'no-mining': true });
    const blocks = [
      await fork.call('eth_blockNumber'),
      (await fork.call<{ parentHash: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false)).parentHash,
    ];
    assert.deepEqual(blocks, [
      `0x${(height + 1).toString(16)}`,
      (await origin<{ parentHash: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false)).parentHash,
    ]);
    assert.equal(await fork.call('eth_getStorageAt', to, '0x0', 'latest'), word(last + 1));
    for (const [index, place] of places.entries()) {
      for (let slot = 16 * index + 16; slot < 16 * index + 22; slot++) {
        const expected =
          place <= last ? await origin('eth_getStorageAt', to, `0x${slot.toString(16)}`, 'latest') : word(0);
        assert.equal(
          await fork.call('eth_getStorageAt', to, `0x${slot.toString(16)}`, 'latest'),
          expected,
          `slot ${slot}`,
        );
      }
    }
    const receipts = await Promise.all(
      order.map((each) => fork.call<{ status: string } | null>('eth_getTransactionReceipt', each)),
    );
    assert.deepEqual(
      receipts.map((receipt) => receipt?.status),
      order.map((_, index) => (index <= last ? '0x1' : undefined)),
    );
    const trace = await fork.call<{ gasUsed: string }>('debug_traceTransaction', hash, { tracer: 'callTracer' });
    assert.equal(trace.gasUsed, (await origin<{ gasUsed: string }>('eth_getTransactionReceipt', hash)).gasUsed);
    await fork.stop('SIGTERM');
    if (last === 0) await restart(t, url, fork.home, order);
  }
}

async function restart(t: TestContext, url: string, home: string, [first = '', second = '']: readonly string[]) {
  const flags = { 'fork-url': url, 'fork-transaction-hash': first, 'no-mining': true } as const;
  const again = await start(t, flags, home);
  const head = await again.call('eth_blockNumber');
  await again.stop('SIGTERM');
  const words = ['start', '--home', home, '--port', '0', '--fork-url', url, '--fork-transaction-hash'];
  const other = await runQord([...words, second]);
  assert.match(other.stderr, /^qord: [^\n]*gone on without the transaction 0x[^\n]*\n$/m);
  assert.deepEqual([other.code, head !== undefined], [3, true]);
}

test('--fork-transaction-hash begins after the transactions of anvil up to that one', {
  skip: anvilMissing,
  timeout: 600_000,
}, async (t) => {
  const { url } = await startAnvil(t, [
    '--no-mining',
    '--chain-id',
    '4321',
    '--gas-limit',
    '25000000',
    '--base-fee',
    '1000000000',
  ]);
  const call = caller(url);
  await compare(t, url, call, await prepare(call, fees));
});

test('and after those of a qord, impersonated ones among them', { timeout: 600_000 }, async (t) => {
  const origin = await start(t, { 'no-mining': true, 'auto-impersonate': true });
  const whale = `0x${'ca'.repeat(20)}`;
  await origin.call('anvil_setBalance', whale, '0xde0b6b3a7640000000');
  const made = await prepare(origin.call, [
    ...fees.map((fee) => ({
      ...fee,
      ...('gasPrice' in fee ? { gasPrice: '0x2e90edd000' } : { maxFeePerGas: '0x2e90edd000' }),
    })),
    { from: whale },
  ]);
  await compare(t, origin.urls.http ?? '', origin.call, made);
});

test('what cannot be: a transaction that is not there, a block besides, a chain id for which it is not signed', async (t) => {
  const origin = await start(t, { 'no-mining': true });
  const { order } = await prepare(origin.call, [{}, {}]);
  const { http: url = '' } = origin.urls;
  const [first = ''] = order;
  const refusals = [
    [['--fork-transaction-hash', word(1)], 3, /it has no block with the transaction 0x0+1\n$/],
    [
      ['--fork-transaction-hash', first, '--fork-block-number', '2'],
      3,
      /transaction-hash has its block: leave out block-number 2/,
    ],
    [['--fork-transaction-hash', '0x12'], 3, /must be the hash of a transaction, not "0x12"/],
    [['--fork-transaction-hash', first, '--chain-id', '5'], 3, /cannot be repeated: [^\n]*chain id/],
    [['--fork-block-number', '-9'], 3, /its newest block is 3: there is none 9 before it\n$/],
    [['--fork-block-number', 'x'], 3, /block-number must be latest, a height, or below zero/],
  ] as const;
  for (const [words, code, message] of refusals) {
    const home = join(temporaryFolder(t), 'home');
    const ended = await runQord(['start', '--home', home, '--port', '0', '--quiet', '--fork-url', url, ...words]);
    assert.match(ended.stderr, /^qord: [^\n]*\n$/, words.join(' '));
    assert.match(ended.stderr, message);
    assert.equal(ended.code, code);
  }
});

test('a negative --fork-block-number counts from the newest block', async (t) => {
  const origin = await start(t, { 'no-mining': true });
  for (let block = 0; block < 4; block++) await origin.call('evm_mine');
  await origin.call('anvil_setChainId', 77); // in block 5
  await origin.call('evm_mine');
  const { http: url = '' } = origin.urls;
  const begins = async (flags: Parameters<typeof asFlags>[0]) => {
    const { call, stop } = await start(t, { 'no-mining': true, ...flags });
    const { forkConfig } = await call<{ forkConfig: { forkBlockNumber: number } }>('anvil_nodeInfo');
    const [id, named] = [await call('eth_chainId'), await call('net_version')];
    await stop('SIGTERM');
    assert.equal(Number(id), Number(named));
    return [forkConfig.forkBlockNumber, Number(id)];
  };
  assert.deepEqual(await begins({ 'fork-url': url, 'fork-block-number': '-2' }), [4, 9800]);
  assert.deepEqual(await begins({ 'fork-url': `${url}@-4` }), [2, 9800]);
  assert.deepEqual(await begins({ 'fork-url': url, 'fork-block-number': 'latest' }), [6, 77]);
  // also where modules begin empty
  const empty = { 'fork-url': url, 'fork.max-module-records': '0' };
  assert.deepEqual(await begins({ ...empty, 'fork-block-number': '3' }), [3, 9800]);
  assert.deepEqual(await begins(empty), [6, 77]);
});
