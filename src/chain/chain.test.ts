import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createdAddress } from '../evm/created-address.ts';
import { emptyReport } from '../kernel/module.ts';
import { totalSupply } from '../kernel/supply.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { zeroAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { parseHash } from '../primitives/hash.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { weiPerQor } from '../primitives/units.ts';
import { stateFault, totalBalance } from '../state/state-fault.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { asker, fill, oneOfEachType, plain } from '../testing/chain/chain-fixture.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { slotKey } from '../testing/evm/harness.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import { historyContract } from './block-hash-history.ts';
import { InvalidBlockError } from './execute-block.ts';
import type { Block } from './types.ts';

test('committed data are read back unchanged from the store', () => {
  const store = createMemoryStore();
  const { mine } = createMemoryChain(fill, { store });
  const committed = mine(oneOfEachType());
  const { reader } = createMemoryChain(fill, { store });
  assert.deepEqual(reader.head(), committed.block.header);
  assert.deepEqual(reader.block(1), committed.block);
  assert.deepEqual(plain(reader.receipts(1)), plain(committed.receipts));
  for (const [index, tx] of committed.block.transactions.entries()) {
    const at = { height: 1, index };
    assert.deepEqual(reader.locate(tx.hash), at);
    assert.deepEqual(reader.transaction(at), tx);
    assert.deepEqual(plain([reader.receipt(at)]), plain([committed.receipts[index]]));
  }
  assert.equal(reader.heightOf(committed.block.header.hash), 1);
  assert.equal(reader.transactionTotal(), 4);
});

test('unknown heights and hashes are undefined', () => {
  const { reader, mine } = createMemoryChain(fill);
  mine();
  const unknown = parseHash(`0x${'ab'.repeat(32)}`);
  for (const height of [2, -1, 0.5, Number.NaN]) {
    assert.equal(reader.header(height), undefined);
    assert.equal(reader.block(height), undefined);
    assert.equal(reader.receipts(height), undefined);
    assert.equal(reader.events(height), undefined);
    assert.equal(reader.states.at(height), undefined);
    assert.equal(reader.states.environmentAt(height), undefined);
    assert.equal(reader.transaction({ height, index: 0 }), undefined);
  }
  assert.equal(reader.heightOf(unknown), undefined);
  assert.equal(reader.locate(unknown), undefined);
  assert.equal(reader.transaction({ height: 1, index: 0 }), undefined);
  assert.equal(reader.receipt({ height: 1, index: 0 }), undefined);
  assert.deepEqual(reader.receipts(1), []);
});

test('the state of every height remains readable', () => {
  const { reader, mine } = createMemoryChain(fill);
  for (let nonce = 0n; nonce < 5n; nonce++) mine([signFrom(0, { nonce, value: 10n })]);
  const balances = [0, 1, 2, 3, 4, 5].map((height) => reader.states.at(height)?.account(unusedAccount)?.balance);
  assert.deepEqual(balances, [undefined, 10n, 20n, 30n, 40n, 50n]);
});

test('code sees its block, and the hashes of earlier ones', () => {
  const { reader, mine } = createMemoryChain(fill);
  for (let i = 0; i < 300; i++) mine();
  const environment = reader.states.environmentAt(300);
  const head = reader.head();
  assert.ok(environment);
  assert.equal(environment.timestamp, BigInt(head.timestamp));
  assert.equal(environment.prevRandao, keccakHash(fromHex(head.parentHash)));
  assert.equal(environment.blockHash(299n), head.parentHash);
  assert.equal(environment.blockHash(44n), reader.header(44)?.hash);
  for (const outside of [43n, 300n, 301n]) assert.equal(BigInt(environment.blockHash(outside)), 0n);
  assert.equal(reader.states.environmentAt('next')?.blockHash(300n), head.hash);
  const kept = reader.states.at(300)?.entry(historyContract, `0x${(299).toString(16).padStart(64, '0')}`);
  assert.equal(BigInt(toHex(kept ?? emptyBytes)), BigInt(head.parentHash));
});

test('a contract reads older hashes from the history contract (EIP-2935)', () => {
  const { reader, mine } = createMemoryChain((state) => {
    fill(state);
    // PUSH1 20 PUSH0 PUSH1 20 PUSH0 PUSH0 PUSH20 history GAS CALL with the input 3, then SSTORE of the result at 0
    const code = fromHex(`0x60035f5260205f60205f5f73${historyContract.slice(2)}5af1505f515f5500`);
    state.setAccount(asker, { nonce: 1n, balance: 0n, codeHash: state.addCode(code) });
  });
  for (let i = 0; i < 5; i++) mine();
  mine([signFrom(0, { to: asker, gasLimit: 100_000n, value: 0n })]);
  const result = reader.states.at(6)?.entry(asker, parseHash(`0x${'00'.repeat(32)}`));
  assert.equal(BigInt(toHex(result ?? emptyBytes)), BigInt(reader.header(3)?.hash ?? '0x0'));
});

test('a proposed block with an invalid transaction is rejected without a trace', () => {
  const { chain, reader } = createMemoryChain(fill);
  const report = emptyReport(0);
  const proposal = { miner: zeroAddress, report };
  const wrong: readonly (readonly [readonly Transaction[], number])[] = [
    [[signFrom(0), signFrom(0)], 1],
    [[signFrom(0, { nonce: 1n })], 0],
    [[signFrom(0, { gasLimit: 60_000_000n }), signFrom(1, { gasLimit: 99_990_000n })], 1],
  ];
  for (const [transactions, index] of wrong) {
    assert.throws(
      () => chain.next.execute(proposal, transactions),
      (error) => error instanceof InvalidBlockError && error.transactionIndex === index,
    );
  }
  assert.equal(reader.head().number, 0);
  assert.equal(chain.next.check(signFrom(0, { nonce: 1n }))?.code, 'nonce-too-high');
  assert.equal(chain.next.check(signFrom(0)), undefined);
});

test('a block that was executed on another head is not committed', () => {
  const { chain, mine, reader } = createMemoryChain(fill);
  const report = emptyReport(0);
  const executed = chain.next.execute({ miner: zeroAddress, report }, [signFrom(0)]);
  mine();
  assert.throws(() => chain.commit(executed), /prepared/);
  assert.equal(reader.head().number, 1);
  assert.equal(reader.locate(executed.block.transactions[0]?.hash ?? parseHash('')), undefined);
});

test('listeners are called when a block can be read, until they are removed', () => {
  const { chain, mine, reader } = createMemoryChain(fill);
  const heard: (Block | undefined)[] = [];
  const stop = chain.onBlock({ kind: 'client', name: 'test' }, ({ block }) =>
    heard.push(reader.block(block.header.number)),
  );
  const { block } = mine();
  stop();
  mine();
  assert.deepEqual(heard, [block]);
});

test('the supply is the sum of all balances, and the database has a consistent state', () => {
  const store = createMemoryStore();
  const { mine, reader } = createMemoryChain(fill, { store });
  mine(oneOfEachType());
  for (let nonce = 1n; nonce < 4n; nonce++) mine([signFrom(0, { nonce }), signFrom(1, { nonce, to: accountOf(2) })]);
  const state = reader.states.at(reader.head().number);
  assert.ok(state);
  assert.equal(totalBalance(store), totalSupply(state));
  assert.equal(totalSupply(state), 10_000n * weiPerQor);
  assert.equal(stateFault(store), undefined);
});

test('a transaction finds no contract that the one before has destroyed, whether that had gas to give back or none', () => {
  const doomed = createdAddress(accountOf(0), 0n);
  const observer = createdAddress(accountOf(1), 0n);
  const body = assemble(BigInt(doomed), 'EXTCODEHASH', 0, 'SSTORE', 'STOP');
  const deployment = assemble(body.length, 12, 0, 'CODECOPY', body.length, 0, 'RETURN', body);
  const destruction = assemble(1, 1, 'SSTORE', 0xbeef, 'SELFDESTRUCT');
  const gasOf = (gasLimit: bigint) => {
    const { mine, reader } = createMemoryChain(fill);
    const creates = { to: undefined, value: 0n };
    mine([signFrom(1, { ...creates, data: deployment, gasLimit: 500_000n })]);
    const observes = signFrom(1, { to: observer, value: 0n, nonce: 1n, gasLimit: 100_000n });
    const { receipts } = mine([signFrom(0, { ...creates, data: destruction, gasLimit }), observes]);
    assert.deepEqual(
      receipts.map(({ status }) => status),
      [1, 1],
    );
    assert.equal(reader.states.at(2)?.account(observer)?.codeHash, keccakHash(body));
    assert.equal(reader.states.at(2)?.entry(observer, slotKey(0)), undefined);
    return receipts.map(({ gasUsed }) => gasUsed);
  };
  const [destroyed = 0n, observed] = gasOf(200_000n);
  // with exactly its gas, nothing is written to the state between the two
  assert.deepEqual(gasOf(destroyed), [destroyed, observed]);
});
