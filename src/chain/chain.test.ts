import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { Bloom } from '@ethereumjs/vm';
import type { Log } from '../kernel/engine.ts';
import type { EndBlockContext, Module } from '../kernel/module.ts';
import { feeCollector } from '../kernel/module-account.ts';
import { totalSupply } from '../kernel/supply.ts';
import { signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { addressToBytes, parseAddress, zeroAddress } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import { signDigest } from '../primitives/crypto/secp256k1.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { parseHash } from '../primitives/hash.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { weiPerQor } from '../primitives/units.ts';
import { stateFault, totalBalance } from '../state/state-fault.ts';
import type { WorldState } from '../state/types.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf, privateKeyOf, signFrom, unusedAccount } from '../testing/sign-from.ts';
import { historyContract } from './block-hash-history.ts';
import { InvalidBlockError } from './execute-block.ts';
import { encodeHeader, hashOfHeader } from './header-codec.ts';
import type { Block, Receipt } from './types.ts';

const floor = 10n ** 11n;
/** CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY PUSH1 02 PUSH1 01 CALLDATASIZE PUSH0 LOG2 STOP */
const logger = parseAddress('0x00000000000000000000000000000000000000c3');
/** REVERT without data */
const reverter = parseAddress('0x00000000000000000000000000000000000000c4');

function fill(state: WorldState): void {
  for (const { address } of developmentAccounts) state.mint(address, 1000n * weiPerQor);
  for (const [address, code] of [
    [logger, '0x365f5f3760026001365fa200'],
    [reverter, '0x5f5ffd'],
  ] as const) {
    state.setAccount(address, { nonce: 1n, balance: 0n, codeHash: state.addCode(fromHex(code)) });
  }
}

/** One transaction of each type; the last makes its sender run the logger's code. */
function oneOfEachType(): readonly Transaction[] {
  const call = { nonce: 0n, gasLimit: 200_000n, to: logger, value: 0n, data: Uint8Array.of(1, 2, 3) };
  const slot = parseHash(`0x${'00'.repeat(32)}`);
  const accessList = [{ address: logger, storageKeys: [slot] }];
  const fees = { maxFeePerGas: 3n * floor, maxPriorityFeePerGas: 7n };
  const authority = { chainId: 9800n, address: logger, nonce: 1n };
  const digest = fromHex(keccakHash(Buffer.concat([Uint8Array.of(5), RLP.encode([9800, addressToBytes(logger), 1])])));
  const { r, s, yParity } = signDigest(digest, privateKeyOf(3));
  const authorizationList = [{ ...authority, r, s, yParity: BigInt(yParity) }];
  return [
    signTransaction({ type: 0, chainId: 9800n, gasPrice: 2n * floor, ...call }, privateKeyOf(0)),
    signTransaction({ type: 1, chainId: 9800n, gasPrice: 2n * floor, accessList, ...call }, privateKeyOf(1)),
    signTransaction({ type: 2, chainId: 9800n, ...fees, accessList: [], ...call }, privateKeyOf(2)),
    signTransaction(
      { type: 4, chainId: 9800n, ...fees, accessList: [], authorizationList, ...call, to: accountOf(3) },
      privateKeyOf(3),
    ),
  ];
}

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
  assert.equal(reader.stateAt(1)?.account(feeCollector)?.balance, 21_000n * (floor + 1n));
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
  const state = reader.stateAt(1);
  assert.equal(toHex(state?.code(state.account(created)?.codeHash ?? emptyCodeHash) ?? emptyBytes), '0xfe');
});

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

/** Receipts with members in one form whether they come from the engine or the store. */
function plain(receipts: readonly (Receipt | undefined)[] | undefined) {
  return receipts?.map((receipt) => ({
    ...receipt,
    logs: receipt?.logs.map((log) => ({ ...log, data: toHex(log.data) })),
  }));
}

test('unknown heights and hashes are undefined', () => {
  const { reader, mine } = createMemoryChain(fill);
  mine();
  const unknown = parseHash(`0x${'ab'.repeat(32)}`);
  for (const height of [2, -1, 0.5, Number.NaN]) {
    assert.equal(reader.header(height), undefined);
    assert.equal(reader.block(height), undefined);
    assert.equal(reader.receipts(height), undefined);
    assert.equal(reader.events(height), undefined);
    assert.equal(reader.stateAt(height), undefined);
    assert.equal(reader.environmentAt(height), undefined);
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
  const balances = [0, 1, 2, 3, 4, 5].map((height) => reader.stateAt(height)?.account(unusedAccount)?.balance);
  assert.deepEqual(balances, [undefined, 10n, 20n, 30n, 40n, 50n]);
});

test('code sees its block, and the hashes of earlier ones', () => {
  const { reader, mine } = createMemoryChain(fill);
  for (let i = 0; i < 300; i++) mine();
  const environment = reader.environmentAt(300);
  const head = reader.head();
  assert.ok(environment);
  assert.equal(environment.timestamp, BigInt(head.timestamp));
  assert.equal(environment.prevRandao, keccakHash(fromHex(head.parentHash)));
  assert.equal(environment.blockHash(299n), head.parentHash);
  assert.equal(environment.blockHash(44n), reader.header(44)?.hash);
  for (const outside of [43n, 300n, 301n]) assert.equal(BigInt(environment.blockHash(outside)), 0n);
  assert.equal(reader.environmentAt('next')?.blockHash(300n), head.hash);
  const kept = reader.stateAt(300)?.entry(historyContract, `0x${(299).toString(16).padStart(64, '0')}`);
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
  const result = reader.stateAt(6)?.entry(asker, parseHash(`0x${'00'.repeat(32)}`));
  assert.equal(BigInt(toHex(result ?? emptyBytes)), BigInt(reader.header(3)?.hash ?? '0x0'));
});

const asker = parseAddress('0x00000000000000000000000000000000000000c5');

test('hooks run around the transactions in the order of the modules, and their events are stored with the block', () => {
  const trace: string[] = [];
  let seen: EndBlockContext | undefined;
  const event: Log = { address: logger, topics: [], data: Uint8Array.of(9) };
  const hook = (name: string, address: string): Module => ({
    name,
    address: parseAddress(`0x${address.padStart(40, '0')}`),
    beginBlock: ({ state }) => void trace.push(`begin ${name} ${state.balance(unusedAccount)}`),
    endBlock: (context) => {
      trace.push(`end ${name} ${context.state.balance(unusedAccount)}`);
      context.emit(event);
      seen = context;
    },
  });
  const { mine, reader } = createMemoryChain(fill, { modules: [hook('one', 'd1'), hook('two', 'd2')] });
  const tx = signFrom(0, { value: 5n });
  const { events, receipts } = mine([tx]);
  assert.deepEqual(trace, ['begin one 0', 'begin two 0', 'end one 5', 'end two 5']);
  assert.deepEqual(events, [event, event]);
  assert.deepEqual(reader.events(1), [event, event]);
  assert.equal(receipts[0]?.logs.length, 0);
  assert.deepEqual(seen?.transactions, [
    {
      sender: accountOf(0),
      to: unusedAccount,
      value: 5n,
      data: emptyBytes,
      size: tx.raw.length,
      succeeded: true,
      gasUsed: 21_000n,
      gasPrice: floor + 1n,
      isHybrid: false,
    },
  ]);
});

test('balance changes of hooks are stored with the block, and no others', () => {
  const [paid, spent] = [accountOf(1), accountOf(2)];
  const module: Module = {
    name: 'payer',
    address: parseAddress(`0x${'d1'.padStart(40, '0')}`),
    beginBlock: ({ state }) => state.mint(paid, 3n),
    endBlock: ({ state }) => {
      state.burn(spent, 4n);
      state.transfer(feeCollector, paid, state.balance(feeCollector));
      state.transfer(paid, unusedAccount, 1n);
      state.transfer(unusedAccount, paid, 1n);
    },
  };
  const { mine, reader } = createMemoryChain(fill, { modules: [module] });
  const held = 1000n * weiPerQor;
  const { receipts, hookChanges } = mine([signFrom(0, { value: 5n })]);
  const fee = (receipts[0]?.gasUsed ?? 0n) * (receipts[0]?.effectiveGasPrice ?? 0n);
  const atEnd = [
    { address: paid, before: held + 3n, after: held + 3n + fee },
    { address: spent, before: held, after: held - 4n },
  ].sort((left, right) => (left.address < right.address ? -1 : 1));
  assert.deepEqual(hookChanges, [{ address: paid, before: held, after: held + 3n }, ...atEnd]);
  assert.deepEqual(reader.hookChanges(1), hookChanges);
  assert.deepEqual(reader.hookChanges(0), []);
  assert.equal(reader.hookChanges(2), undefined);
});

test('a proposed block with an invalid transaction is rejected without a trace', () => {
  const { chain, reader } = createMemoryChain(fill);
  const report = { time: 0, waitingTransactions: 0, waitingBytes: 0, votes: [], misbehaviour: [] };
  const proposal = { miner: zeroAddress, report };
  const wrong: readonly (readonly [readonly Transaction[], number])[] = [
    [[signFrom(0), signFrom(0)], 1],
    [[signFrom(0, { nonce: 1n })], 0],
    [[signFrom(0, { gasLimit: 60_000_000n }), signFrom(1, { gasLimit: 99_990_000n })], 1],
  ];
  for (const [transactions, index] of wrong) {
    assert.throws(
      () => chain.execute(proposal, transactions),
      (error) => error instanceof InvalidBlockError && error.transactionIndex === index,
    );
  }
  assert.equal(reader.head().number, 0);
  assert.equal(chain.check(signFrom(0, { nonce: 1n }))?.code, 'nonce-too-high');
  assert.equal(chain.check(signFrom(0)), undefined);
});

test('a block that was executed on another head is not committed', () => {
  const { chain, mine, reader } = createMemoryChain(fill);
  const report = { time: 0, waitingTransactions: 0, waitingBytes: 0, votes: [], misbehaviour: [] };
  const executed = chain.execute({ miner: zeroAddress, report }, [signFrom(0)]);
  mine();
  assert.throws(() => chain.commit(executed), /prepared/);
  assert.equal(reader.head().number, 1);
  assert.equal(reader.locate(executed.block.transactions[0]?.hash ?? parseHash('')), undefined);
});

test('listeners are called when a block can be read, until they are removed', () => {
  const { chain, mine, reader } = createMemoryChain(fill);
  const heard: (Block | undefined)[] = [];
  const stop = chain.onBlock(({ block }) => heard.push(reader.block(block.header.number)));
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
  const state = reader.stateAt(reader.head().number);
  assert.ok(state);
  assert.equal(totalBalance(store), totalSupply(state));
  assert.equal(totalSupply(state), 10_000n * weiPerQor);
  assert.equal(stateFault(store), undefined);
});
