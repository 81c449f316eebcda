import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zeroHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { alice, bob, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

type Json = Record<string, unknown>;

test('a block is the same by number, tag and hash, with hashes or whole transactions', async () => {
  const { chain, result } = createEvmInterface();
  const tx = signed({ nonce: 0n });
  const { block } = chain.mine([tx]);
  const { hash } = block.header;
  const byNumber = (await result('eth_getBlockByNumber', '0x1', false)) as Json;
  assert.equal(byNumber.hash, hash);
  assert.deepEqual(byNumber.transactions, [tx.hash]);
  assert.deepEqual(await result('eth_getBlockByNumber', 'latest', false), byNumber);
  assert.deepEqual(await result('eth_getBlockByHash', hash, false), byNumber);
  const { transactions } = (await result('eth_getBlockByHash', hash, true)) as { transactions: Json[] };
  assert.deepEqual(transactions, [await result('eth_getTransactionByHash', tx.hash)]);
  const genesis = (await result('eth_getBlockByNumber', 'earliest', true)) as Json;
  assert.equal(genesis.number, '0x0');
  assert.equal(byNumber.parentHash, genesis.hash);
});

test('a block has its header and the hashes of its transactions, however it is stored', async () => {
  const { chain, result } = createEvmInterface();
  let nonce = 0n;
  const mine = (count: number, data = new Uint8Array()) =>
    chain.mine(Array.from({ length: count }, () => signed({ nonce: nonce++, data })));
  const long = new Uint8Array(1_000); // not in the row of the header
  for (const { block } of [mine(0), mine(1), mine(1, long), mine(4), mine(4, long), mine(5), mine(70)]) {
    const { number, hash } = block.header;
    const header = (await result('eth_getHeaderByHash', hash)) as Json;
    assert.equal(header.number, `0x${number.toString(16)}`);
    assert.deepEqual(await result('eth_getBlockByHash', hash, false), {
      ...header,
      size: `0x${block.header.size.toString(16)}`,
      transactions: block.transactions.map(({ hash }) => hash),
      uncles: [],
      withdrawals: [],
    });
  }
});

test('a header is its block without transactions', async () => {
  const { chain, result } = createEvmInterface();
  chain.mine([signed({ nonce: 0n })]);
  const { size, transactions, uncles, withdrawals, ...members } = (await result(
    'eth_getBlockByNumber',
    '0x1',
    false,
  )) as Json;
  assert.ok(size && transactions && uncles && withdrawals);
  assert.deepEqual(await result('eth_getHeaderByNumber', 'latest'), members);
  assert.deepEqual(await result('eth_getHeaderByHash', members.hash), members);
});

test('blocks that do not exist are null', async () => {
  const { result } = createEvmInterface();
  for (const name of [
    'eth_getBlockByNumber',
    'eth_getHeaderByNumber',
    'eth_getBlockReceipts',
    'eth_getBlockTransactionCountByNumber',
    'eth_getUncleCountByBlockNumber',
  ]) {
    const params = name === 'eth_getBlockByNumber' ? ['0x9', true] : ['0x9'];
    assert.equal(await result(name, ...params), null, name);
  }
  assert.equal(await result('eth_getBlockByHash', zeroHash, false), null);
  assert.equal(await result('eth_getBlockReceipts', zeroHash), null);
  assert.equal(await result('eth_getBlockTransactionCountByHash', zeroHash), null);
});

test('counts of transactions and of uncles', async () => {
  const { chain, result } = createEvmInterface();
  const { block } = chain.mine([signed({ nonce: 0n }), signed({ nonce: 1n })]);
  assert.equal(await result('eth_getBlockTransactionCountByNumber', '0x1'), '0x2');
  assert.equal(await result('eth_getBlockTransactionCountByHash', block.header.hash), '0x2');
  assert.equal(await result('eth_getUncleCountByBlockHash', block.header.hash), '0x0');
  assert.equal(await result('eth_getUncleByBlockNumberAndIndex', '0x1', '0x0'), null);
});

test('receipts count gas and logs through the whole block', async () => {
  const { chain, result } = createEvmInterface();
  const log = { to: contracts.logger, data: Uint8Array.of(1, 2) };
  const transactions = [signed({ nonce: 0n, ...log }), signed({ nonce: 1n }), signed({ nonce: 2n, ...log })];
  const { receipts } = chain.mine(transactions);
  const answered = (await result('eth_getBlockReceipts', 'latest')) as Json[];
  assert.deepEqual(
    answered,
    await Promise.all(transactions.map(({ hash }) => result('eth_getTransactionReceipt', hash))),
  );
  assert.deepEqual(
    answered.map(({ cumulativeGasUsed }) => BigInt(String(cumulativeGasUsed))),
    receipts.map((receipt) => receipt.cumulativeGasUsed),
  );
  const [first, , third] = answered as [Json, Json, Json];
  const [logged] = third.logs as Json[];
  assert.deepEqual(logged, {
    address: contracts.logger,
    topics: [`0x${'1'.padStart(64, '0')}`, `0x${'2'.padStart(64, '0')}`],
    data: '0x0102',
    blockNumber: '0x1',
    transactionHash: third.transactionHash,
    transactionIndex: '0x2',
    blockHash: chain.reader.head().hash,
    blockTimestamp: `0x${chain.reader.head().timestamp.toString(16)}`,
    logIndex: '0x1',
    removed: false,
  });
  assert.equal(first.from, alice);
  assert.equal(first.status, '0x1');
  assert.equal(first.contractAddress, null);
});

test('transactions by hash, by position, raw, and pending', async () => {
  const { chain, pool, result } = createEvmInterface();
  const tx = signed({ nonce: 0n });
  const { block } = chain.mine([tx]);
  const response = (await result('eth_getTransactionByHash', tx.hash)) as Json;
  assert.equal(response.to, bob);
  assert.equal(response.gasPrice, `0x${(block.header.baseFee + 1_000_000_000n).toString(16)}`);
  assert.deepEqual(await result('eth_getTransactionByBlockNumberAndIndex', 'latest', '0x0'), response);
  assert.deepEqual(await result('eth_getTransactionByBlockHashAndIndex', block.header.hash, '0x0'), response);
  assert.equal(await result('eth_getTransactionByBlockNumberAndIndex', 'latest', '0x1'), null);
  const raw = toHex(tx.raw);
  assert.equal(await result('eth_getRawTransactionByHash', tx.hash), raw);
  assert.equal(await result('eth_getRawTransactionByBlockNumberAndIndex', '0x1', '0x0'), raw);
  assert.equal(await result('eth_getRawTransactionByBlockHashAndIndex', block.header.hash, '0x0'), raw);
  const waiting = signed({ nonce: 1n });
  pool.push(waiting);
  const pending = (await result('eth_getTransactionByHash', waiting.hash)) as Json;
  assert.deepEqual([pending.blockHash, pending.blockNumber, pending.transactionIndex], [null, null, null]);
  assert.equal(pending.gasPrice, pending.maxFeePerGas);
  assert.equal(await result('eth_getTransactionReceipt', waiting.hash), null);
  assert.equal(await result('eth_getTransactionByHash', zeroHash), null);
});

test('the pending block has the pending transactions, executed, and no hash', async () => {
  const { chain, pool, mine, result } = createEvmInterface();
  mine();
  pool.push(signed({ nonce: 0n }), signed({ nonce: 1n, to: contracts.logger }));
  const block = (await result('eth_getBlockByNumber', 'pending', true)) as Json & { transactions: Json[] };
  assert.deepEqual([block.hash, block.nonce, block.miner, block.number], [null, null, null, '0x2']);
  assert.equal(block.parentHash, chain.reader.head().hash);
  assert.notEqual(block.gasUsed, '0x0');
  const waiting = await Promise.all(pool.map(({ hash }) => result('eth_getTransactionByHash', hash)));
  assert.deepEqual(block.transactions, waiting);
  const hashes = (await result('eth_getBlockByNumber', 'pending', false)) as Json;
  assert.deepEqual(
    hashes.transactions,
    pool.map(({ hash }) => hash),
  );
  assert.equal(await result('eth_getBlockTransactionCountByNumber', 'pending'), '0x2');
  assert.deepEqual(await result('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x1'), block.transactions[1]);
  assert.equal(await result('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x2'), null);
  assert.equal(
    await result('eth_getRawTransactionByBlockNumberAndIndex', 'pending', '0x0'),
    pool[0] && toHex(pool[0].raw),
  );
  const receipts = (await result('eth_getBlockReceipts', 'pending')) as { logs: unknown[] }[];
  assert.deepEqual(
    receipts.map(({ logs }) => logs.length),
    [0, 1],
  );
  assert.equal(await result('eth_blockNumber'), '0x1');
});

test('wrong parameters', async () => {
  const { fault } = createEvmInterface();
  assert.equal(await fault('eth_getBlockByNumber', 'latest'), '-32602 missing value for required argument 1');
  assert.equal(await fault('eth_getBlockByNumber', 'latest', 'yes'), '-32602 invalid argument 1: non-boolean: string');
  assert.equal(
    await fault('eth_getBlockByHash', '0x12', true),
    '-32602 invalid argument 0: hex string has length 2, want 64 for a hash',
  );
  assert.equal(await fault('eth_getTransactionReceipt', null), '-32602 missing value for required argument 0');
  assert.equal(
    await fault('eth_getTransactionByHash', `${zeroHash}00`),
    '-32602 invalid argument 0: hex string has length 66, want 64 for a hash',
  );
});
