import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { parseAddress } from '../primitives/address.ts';
import { weiPerQor } from '../primitives/units.ts';
import { StateReader } from '../state/state-reader.ts';
import { stateTables } from '../state/tables.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';
import { alice, bob, contracts, fillGenesis, signed } from '../testing/evm-interface.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { chainTables } from './storage/tables.ts';

const blockOf = (nonce: bigint): Transaction[] => [
  signed({ nonce, to: contracts.logger, data: Uint8Array.of(Number(nonce)) }),
  signed({ nonce: nonce + 1n, value: 7n }),
];

/** Every row of the store, as text. */
function dump(store: Store): readonly string[] {
  return Object.entries({ ...stateTables, ...chainTables }).flatMap(([name, table]) =>
    [...store.range(table)].map(
      ([key, value]) => `${name} ${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`,
    ),
  );
}

test('after a rewind a chain has the same rows as one without the later blocks', () => {
  const store = createMemoryStore();
  const { chain, mine } = createMemoryChain(fillGenesis, { store });
  mine(blockOf(0n));
  mine();
  const before = dump(store);
  const head = chain.reader.head();
  for (let nonce = 2n; nonce < 12n; nonce += 2n) mine(blockOf(nonce));
  const later = chain.reader.head();
  chain.rewind(2);
  assert.deepEqual(dump(store), before);
  assert.deepEqual(chain.reader.head(), head);
  assert.equal(chain.reader.heightOf(later.hash), undefined);
  assert.equal(chain.reader.block(3), undefined);
  assert.equal(chain.reader.transactionTotal(), 2);
  assert.equal(chain.headState().account(alice)?.nonce, 2n);
});

test('a rewind over a part of the blocks, one less, one more and many parts leaves the same rows, and is told once', () => {
  for (const blocks of [31, 32, 33, 97]) {
    const store = createMemoryStore();
    const { chain, mine } = createMemoryChain(fillGenesis, { store });
    mine(blockOf(0n));
    while (chain.reader.head().number < 16) mine(); // the block of this height writes the nodes of the trees
    const before = dump(store);
    for (let made = 0; made < blocks; made++) mine(made % 8 === 0 ? blockOf(2n + BigInt(made / 4)) : []);
    const told: number[] = [];
    chain.onRewind({ kind: 'client', name: 'test' }, () => told.push(chain.reader.head().number));
    chain.rewind(16);
    assert.deepEqual([chain.reader.head().number, ...told], [16, 16], `${blocks} blocks`);
    assert.deepEqual(dump(store), before, `${blocks} blocks`);
  }
});

test('a rewind that is ended early leaves a chain that is whole, and what follows it is told', () => {
  const { chain, mine } = createMemoryChain(fillGenesis);
  for (let made = 0; made < 100; made++) mine(made % 8 === 0 ? blockOf(BigInt(made / 4)) : []);
  const told: boolean[] = [];
  chain.onRewind({ kind: 'client', name: 'test' }, ({ changed }) => told.push(changed.has(alice)));
  const steps = chain.rewindInSteps(0);
  while (chain.reader.head().number === 100) steps.next();
  steps.return();
  const head = chain.reader.head().number;
  assert.ok(head > 0 && head < 100, `block ${head}`);
  assert.deepEqual(told, [true]);
  const nonce = chain.headState().account(alice)?.nonce ?? 0n;
  mine(blockOf(nonce));
  assert.equal(chain.reader.head().number, head + 1);
  assert.equal(chain.headState().account(alice)?.nonce, nonce + 2n);
});

test('other blocks can follow a rewind, and are found', () => {
  const { chain, mine } = createMemoryChain(fillGenesis);
  mine(blockOf(0n));
  mine(blockOf(2n));
  chain.rewind(1);
  const { block } = mine([signed({ nonce: 2n, to: contracts.logger, data: Uint8Array.of(99) })]);
  const filter = { fromHeight: 0, toHeight: 9, addresses: [contracts.logger], topics: [], limit: 9 };
  assert.deepEqual(
    chain.reader.logs.find(filter).map(({ log, height }) => [height, ...log.data]),
    [
      [1, 0],
      [2, 99],
    ],
  );
  assert.deepEqual(chain.reader.locate(block.transactions[0]?.hash ?? block.header.hash), { height: 2, index: 0 });
  assert.equal(chain.reader.histories.transactionsOf(alice, undefined, 9).length, 3);
  assert.equal(chain.reader.states.at(2)?.account(bob)?.balance, 1000n * weiPerQor + 7n);
});

test('a rewind keeps what is cached of the newest state: only what it changes is another value afterwards', () => {
  const memory = createMemoryStore();
  let reads = 0;
  const store: Store = {
    ...memory,
    get: (table, key) => {
      if (table === stateTables.accounts || table === stateTables.entries) reads++;
      return memory.get(table, key);
    },
  };
  const { chain, mine } = createMemoryChain(fillGenesis, { store });
  mine(blockOf(0n));
  const read = () => {
    const state = chain.headState();
    const accounts = [alice, bob, ...Object.values(contracts)].map((address) => [address, state.account(address)]);
    return [accounts, [...state.entries(contracts.logger, '0x')]];
  };
  const before = read();
  mine(blockOf(2n));
  assert.notDeepEqual(read(), before);
  chain.rewind(1);
  reads = 0;
  assert.deepEqual(read(), before);
  assert.equal(reads, 0);
  const { head } = new StateReader(memory);
  for (const address of [alice, bob]) assert.deepEqual(chain.headState().account(address), head.account(address));
});

test('listeners are notified of a rewind', () => {
  const { chain, mine } = createMemoryChain(fillGenesis);
  mine();
  let told = 0;
  const stop = chain.onRewind({ kind: 'client', name: 'test' }, () => told++);
  chain.rewind(0);
  stop();
  mine();
  chain.rewind(0);
  assert.equal(told, 1);
  assert.throws(() => chain.rewind(5), RangeError);
});

test('an amendment is a block, and part of the history', () => {
  const { chain, mine } = createMemoryChain(fillGenesis);
  mine();
  const nobody = parseAddress(`0x${'77'.repeat(20)}`);
  chain.amend((state) => state.mint(nobody, 5n));
  assert.deepEqual(chain.reader.hookChanges(2), [{ address: nobody, before: 0n, after: 5n }]);
  const { number, timestamp, transactionCount } = chain.reader.head();
  assert.deepEqual([number, timestamp, transactionCount], [2, chain.reader.header(1)?.timestamp, 0]);
  assert.equal(chain.headState().account(nobody)?.balance, 5n);
  assert.equal(chain.reader.states.at(1)?.account(nobody), undefined);
  mine(blockOf(0n));
  assert.equal(chain.headState().account(nobody)?.balance, 5n);
});
