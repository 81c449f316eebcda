import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { Bloom } from '@ethereumjs/vm';
import { feeCollector } from '../kernel/module-account.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { weiPerQor } from '../primitives/units.ts';
import { fill, floor, oneOfEachType, reverter } from '../testing/chain/chain-fixture.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import { encodeHeader, hashOfHeader } from './header-codec.ts';
import type { Receipt } from './types.ts';

async function indexRoot(items: readonly Uint8Array[]): Promise<string> {
  const tree = await createMPT();
  for (const [index, item] of items.entries()) await tree.put(RLP.encode(index), item);
  return toHex(tree.root());
}

function referenceReceipt({ type, status, cumulativeGasUsed, logs }: Receipt): { bytes: Uint8Array; bloom: Bloom } {
  const bloom = new Bloom();
  for (const { address, topics } of logs) for (const item of [address, ...topics]) bloom.add(fromHex(item));
  const items = logs.map(({ address, topics, data }) => [fromHex(address), topics.map(fromHex), data]);
  const body = RLP.encode([status, cumulativeGasUsed, bloom.bitvector, items]);
  return { bytes: type === 0 ? body : Buffer.concat([Uint8Array.of(type), body]), bloom };
}

test('a block with every transaction type has the roots and bloom that standard tools compute', async () => {
  const { mine } = createMemoryChain(fill);
  const transactions = oneOfEachType();
  const { block, receipts } = mine(transactions);
  assert.deepEqual(
    receipts.map(({ type, status }) => [type, status]),
    [
      [0, 1],
      [1, 1],
      [2, 1],
      [4, 1],
    ],
  );
  const references = receipts.map(referenceReceipt);
  const bloom = new Bloom();
  for (const reference of references) bloom.or(reference.bloom);
  const { header } = block;
  assert.equal(header.transactionsRoot, await indexRoot(transactions.map(({ raw }) => raw)));
  assert.equal(header.receiptsRoot, await indexRoot(references.map(({ bytes }) => bytes)));
  assert.equal(header.logsBloom, toHex(bloom.bitvector));
  assert.equal(header.hash, hashOfHeader(header));
  const items = transactions.map((tx) => (tx.type === 0 ? RLP.decode(tx.raw) : tx.raw));
  assert.equal(header.size, RLP.encode([RLP.decode(encodeHeader(header)), items, [], []]).length);
  assert.equal(header.gasUsed, receipts.at(-1)?.cumulativeGasUsed);
});

test('gas and log indexes of receipts are cumulative over the block', () => {
  const { mine } = createMemoryChain(fill);
  const { receipts, block } = mine(oneOfEachType());
  assert.deepEqual(
    receipts.map(({ firstLogIndex, logs }) => [firstLogIndex, logs.length]),
    [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
    ],
  );
  let gas = 0n;
  for (const receipt of receipts) {
    gas += receipt.gasUsed;
    assert.equal(receipt.cumulativeGasUsed, gas);
  }
  assert.deepEqual(
    receipts.map(({ effectiveGasPrice }) => effectiveGasPrice),
    [2n * floor, 2n * floor, floor + 7n, floor + 7n],
  );
  assert.equal(block.header.baseFee, floor);
});

test('balance changes have the sender first, then address order, without the fee collector', () => {
  const { mine, reader } = createMemoryChain(fill);
  const { receipts } = mine([signFrom(0, { value: 5n })]);
  const cost = 21_000n * (floor + 1n) + 5n;
  const before = 1000n * weiPerQor;
  assert.deepEqual(receipts[0]?.balanceChanges, [
    { address: accountOf(0), before, after: before - cost },
    { address: unusedAccount, before: 0n, after: 5n },
  ]);
  assert.equal(reader.states.at(1)?.account(feeCollector)?.balance, 21_000n * (floor + 1n));
});

test('a transaction that reverts is in the block with status 0 and pays its gas', () => {
  const { mine } = createMemoryChain(fill);
  const { receipts } = mine([signFrom(0, { to: reverter, gasLimit: 50_000n, value: 0n })]);
  assert.equal(receipts[0]?.status, 0);
  assert.equal(receipts[0]?.balanceChanges.length, 1);
});

test('the receipt of a creation has the address of the contract, which exists', () => {
  const { mine, reader } = createMemoryChain(fill);
  // PUSH1 fe PUSH0 MSTORE8 PUSH1 01 PUSH0 RETURN
  const { receipts } = mine([signFrom(0, { to: undefined, data: fromHex('0x60fe5f5360015ff3'), gasLimit: 90_000n })]);
  const created = receipts[0]?.contractAddress;
  assert.ok(created);
  const state = reader.states.at(1);
  assert.equal(toHex(state?.code(state.account(created)?.codeHash ?? emptyCodeHash) ?? emptyBytes), '0xfe');
});
