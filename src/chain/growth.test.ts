import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hash } from '../primitives/hash.ts';
import { weiPerQor } from '../primitives/units.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import type { TransactionLocation } from './types.ts';

const blocks = 400;
const senders = 8;
const perSender = 2;

test('a chain longer than its caches returns every height unchanged', () => {
  const { mine, reader } = createMemoryChain((state) => {
    for (let account = 0; account < senders; account++) state.mint(accountOf(account), 100n * weiPerQor);
  });
  const hashes: Hash[] = [reader.head().hash];
  for (let block = 0; block < blocks; block++) {
    const nonces = Array.from({ length: perSender }, (_, i) => BigInt(block * perSender + i));
    const transactions = nonces.flatMap((nonce) =>
      Array.from({ length: senders }, (_, account) => signFrom(account, { nonce })),
    );
    hashes.push(mine(transactions).block.header.hash);
  }
  const perBlock = senders * perSender;
  assert.equal(reader.transactionTotal(), blocks * perBlock);
  for (let height = 0; height <= blocks; height++) {
    assert.equal(reader.header(height)?.hash, hashes[height]);
    const transactionHashes = reader.transactionHashes(height);
    assert.deepEqual(
      transactionHashes,
      reader.block(height)?.transactions.map(({ hash }) => hash),
    );
    assert.equal(reader.block(height)?.transactions.length, height === 0 ? 0 : perBlock);
    assert.equal(reader.receipts(height)?.at(-1)?.cumulativeGasUsed ?? 0n, reader.header(height)?.gasUsed);
    const state = reader.states.at(height);
    assert.equal(state?.account(accountOf(3))?.nonce, BigInt(height * perSender));
    assert.equal(state?.account(unusedAccount)?.balance ?? 0n, BigInt(height * perBlock));
  }
  const history: TransactionLocation[] = [];
  for (;;) {
    const page = reader.histories.transactionsOf(accountOf(0), history.at(-1), 100);
    history.push(...page);
    if (page.length < 100) break;
  }
  assert.equal(history.length, blocks * perSender);
  assert.equal(history.at(-1)?.height, 1);
});
