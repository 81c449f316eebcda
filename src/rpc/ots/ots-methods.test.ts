import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../../primitives/address.ts';
import { zeroHash } from '../../primitives/hash.ts';
import { alice, bob, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

type Short = { hash: string; input: string; blockNumber: string; nonce: string };
type ShortReceipt = { transactionHash: string; logs: object[] | null; logsBloom: string | null; timestamp: number };
type Page = { txs: Short[]; receipts: ShortReceipt[]; firstPage: boolean; lastPage: boolean };

const stranger = `0x${'99'.repeat(20)}` as Address;
const bytes = (hex: string) => Buffer.from(hex.replace(/^0x/, ''), 'hex');

/** Creates a contract without code, sends 3 wei to bob and destroys itself for bob. */
const factory = `0x605b5f5360015f5ff05f5f5f5f600373${bob.slice(2)}5af173${bob.slice(2)}ff`;

function filled() {
  const node = createEvmInterface();
  for (let block = 0n; block < 4n; block++) {
    node.mine([0n, 1n, 2n].map((index) => signed({ nonce: 3n * block + index, to: stranger, value: 1n })));
  }
  const make = signed({ nonce: 12n, to: undefined, value: 10n, gasLimit: 500_000n, data: bytes(factory) });
  const revert = signed({ nonce: 13n, to: contracts.reader, value: 0n, data: bytes('0x0123456789abcdef') });
  const { receipts } = node.mine([make, revert]);
  return { ...node, make, revert, receipts };
}

test('transactions of an account, in pages of whole blocks in both directions', async () => {
  const { result } = filled();
  const page = async (direction: 'Before' | 'After', height: number, size: number) => {
    const found = (await result(`ots_searchTransactions${direction}`, stranger, height, size)) as Page;
    assert.deepEqual(
      found.receipts.map(({ transactionHash }) => transactionHash),
      found.txs.map(({ hash }) => hash),
    );
    assert.ok(found.receipts.every(({ logs, timestamp }) => Array.isArray(logs) && timestamp > 0));
    return [found.txs.map(({ nonce }) => Number(nonce)), found.firstPage, found.lastPage];
  };
  assert.deepEqual(await page('Before', 0, 2), [[11, 10, 9], true, false]);
  assert.deepEqual(await page('Before', 4, 4), [[8, 7, 6, 5, 4, 3], false, false]);
  assert.deepEqual(await page('Before', 2, 3), [[2, 1, 0], false, true]);
  assert.deepEqual(await page('After', 0, 2), [[2, 1, 0], false, true]);
  assert.deepEqual(await page('After', 1, 4), [[8, 7, 6, 5, 4, 3], false, false]);
  assert.deepEqual(await page('After', 3, 3), [[11, 10, 9], true, false]);
  assert.deepEqual(await page('Before', 1, 3), [[], false, true]);
  assert.deepEqual(await page('After', 4, 3), [[], true, false]);
});

test('a transaction is found by sender and nonce, and the creator of a contract', async () => {
  const { result, make, receipts } = filled();
  const byNonce = (address: string, nonce: number) => result('ots_getTransactionBySenderAndNonce', address, nonce);
  assert.equal(await byNonce(alice, 12), make.hash);
  const [seventh] = ((await result('ots_searchTransactionsBefore', alice, 4, 1)) as Page).txs.slice(-2);
  assert.equal(await byNonce(alice, Number(seventh?.nonce)), seventh?.hash);
  assert.equal(await byNonce(alice, 14), null);
  assert.equal(await byNonce(stranger, 0), null);
  const contract = receipts[0]?.contractAddress;
  assert.equal(await result('ots_hasCode', contracts.reader, 'latest'), true);
  assert.equal(await result('ots_hasCode', contracts.reader, 2), true); // a number, as Otterscan sends it
  assert.equal(await result('ots_hasCode', contract), false); // it destroyed itself
  assert.equal(await result('ots_hasCode', stranger), false);
  assert.equal(await result('ots_getContractCreator', stranger), null);
  assert.equal(await result('ots_getContractCreator', contracts.reader), null); // of genesis
});

test('the creator of a contract is an account or another contract', async () => {
  const { result, mine } = createEvmInterface();
  const inner = '605b5f5360015ff3'; // initcode that returns 5b
  const outer = `0x67${inner}5f52600860185ff05f5260205ff3`; // creates that contract and returns its address as code
  const make = signed({ nonce: 0n, to: undefined, value: 0n, gasLimit: 500_000n, data: bytes(outer) });
  const made = mine([signed({ nonce: 0n, to: bob, value: 1n }), { ...make, nonce: 0n }].slice(1)).receipts[0]
    ?.contractAddress;
  assert.ok(made !== undefined);
  assert.deepEqual(await result('ots_getContractCreator', made), { hash: make.hash, creator: alice });
  const [entry, created] = (await result('ots_traceTransaction', make.hash)) as {
    type: string;
    to: string;
    depth: number;
  }[];
  assert.deepEqual([entry?.type, created?.type, created?.depth], ['CREATE', 'CREATE', 1]);
  assert.deepEqual(await result('ots_getContractCreator', created?.to), { hash: make.hash, creator: made });
});

test('transfers, creations and self-destructs inside a transaction', async () => {
  const { result, fault, make, revert, receipts } = filled();
  const contract = receipts[0]?.contractAddress;
  type Entry = { type: string; depth: number; from: string; to: string; value: string | null; output: string };
  const entries = (await result('ots_traceTransaction', make.hash)) as Entry[];
  assert.deepEqual(
    entries.map(({ type, depth, value }) => [type, depth, value]),
    [
      ['CREATE', 0, '0xa'],
      ['CREATE', 1, '0x0'],
      ['CALL', 1, '0x3'],
      ['SELFDESTRUCT', 1, '0x7'],
    ],
  );
  assert.deepEqual(await result('ots_getInternalOperations', make.hash), [
    { type: 2, from: contract, to: entries[1]?.to, value: '0x0' },
    { type: 0, from: contract, to: bob, value: '0x3' },
    { type: 1, from: contract, to: bob, value: '0x7' },
  ]);
  assert.equal(await result('ots_getTransactionError', make.hash), '0x');
  assert.equal(await result('ots_getTransactionError', revert.hash), '0x0123456789abcdef');
  assert.deepEqual(await result('ots_getInternalOperations', revert.hash), []);
  assert.equal(await fault('ots_getTransactionError', zeroHash), '-32000 transaction not found');
});

test('blocks with their fees, and pages of their transactions', async () => {
  const { result, fault, make, revert, receipts } = filled();
  assert.equal(await result('ots_getApiLevel'), 8);
  const details = (await result('ots_getBlockDetails', 5)) as {
    block: { number: string; hash: string; transactionCount: number; logsBloom: null; transactions?: unknown };
    issuance: object;
    totalFees: string;
  };
  const { number, hash, transactionCount, logsBloom, transactions } = details.block;
  assert.deepEqual([number, transactionCount, logsBloom, transactions], ['0x5', 2, null, undefined]);
  const fees = receipts.reduce((sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice, 0n);
  assert.equal(BigInt(details.totalFees), fees);
  assert.deepEqual(details.issuance, { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' });
  assert.deepEqual(await result('ots_getBlockDetailsByHash', hash), details);
  assert.equal(await result('ots_getBlockDetails', 99), null);
  const page = async (pageNumber: number) =>
    (await result('ots_getBlockTransactions', 5, pageNumber, 1)) as {
      fullblock: { transactions: Short[]; transactionCount: number };
      receipts: ShortReceipt[];
    };
  const [last, first, none] = [await page(0), await page(1), await page(2)];
  assert.deepEqual(
    last.fullblock.transactions.map((tx) => [tx.hash, tx.input]),
    [[revert.hash, '0x01234567']],
  );
  assert.deepEqual(
    first.fullblock.transactions.map((tx) => tx.hash),
    [make.hash],
  );
  assert.deepEqual([none.fullblock.transactions, none.receipts, none.fullblock.transactionCount], [[], [], 2]);
  const [receipt] = last.receipts;
  const { timestamp } = (await result('erigon_getHeaderByNumber', 5)) as { timestamp: string };
  assert.deepEqual([receipt?.logs, receipt?.logsBloom, receipt?.timestamp], [null, null, Number(timestamp)]);
  assert.match(await fault('ots_getBlockTransactions', 5, 0, 101), /^-32602 invalid argument 2: must be 1 to 100/);
});
