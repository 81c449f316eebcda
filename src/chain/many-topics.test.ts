import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../kernel/engine.ts';
import type { Hash } from '../primitives/hash.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/types.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { contracts, fillGenesis, signed } from '../testing/evm-interface.ts';
import { createMemoryChain, type MemoryChain } from '../testing/memory-chain.ts';
import { candidateHeights } from './storage/log-index.ts';
import { chainTables } from './storage/tables.ts';
import type { LogFilter } from './types.ts';
import { verifyChain } from './verify/verify-chain.ts';

/** Code that emits logs with four different topics each until its gas is used up. */
const topicLogger = assemble(
  ...['JUMPDEST', 'GAS', 'GAS', 'GAS', 'GAS', 0, 0, 'LOG4', 20_000, 'GAS', 'GT', 0, 'JUMPI', 'STOP'],
);

type Filled = MemoryChain & { readonly store: Store; readonly logs: readonly Log[] };

/** A chain whose second block has a transaction with so many logs, between blocks of one log. */
function filledChain(gasLimit: bigint): Filled {
  const store = createMemoryStore();
  const parts = createMemoryChain(fillGenesis, { store });
  parts.mine([signed({ nonce: 0n, to: contracts.logger, data: Uint8Array.of(1) })]);
  const { receipts } = parts.mine([signed({ nonce: 1n, to: undefined, data: topicLogger, gasLimit })]);
  parts.mine([signed({ nonce: 2n, to: contracts.logger, data: Uint8Array.of(2) })]);
  return { ...parts, store, logs: receipts[0]?.logs ?? [] };
}

const everywhere: LogFilter = { fromHeight: 0, toHeight: 9, addresses: [], topics: [], limit: 100_000 };
const heightsOf = (store: Store, filter: LogFilter) =>
  [...candidateHeights(store, filter)].filter((height) => height !== undefined);
const rowsOf = (store: Store, table: number) =>
  [...store.range(table)].map((row) => row.map((bytes) => Buffer.from(bytes).toString('hex')).join(' '));

test('a block with more topics than the index takes is found by each of them, and by no other', () => {
  const { store, logs, reader } = filledChain(8_000_000n);
  const address = logs[0]?.address;
  assert.ok(address !== undefined && logs.length > 3_000);
  const known = new Set(logs.flatMap(({ topics }) => topics));
  assert.ok(known.size > 12_000);
  for (let index = 0; index < logs.length; index += 97) {
    const topics = logs[index]?.topics.map((topic) => [topic]) ?? [];
    const expected = [{ height: 2, logIndex: index }];
    for (const addresses of [[], [address, contracts.logger]]) {
      const found = reader.logs.find({ ...everywhere, addresses, topics });
      assert.deepEqual(
        found.map(({ height, logIndex }) => ({ height, logIndex })),
        expected,
      );
    }
    assert.deepEqual(heightsOf(store, { ...everywhere, addresses: [contracts.logger], topics }), []);
    assert.deepEqual(heightsOf(store, { ...everywhere, toHeight: 1, topics }), []);
    assert.deepEqual(heightsOf(store, { ...everywhere, topics: [topics[1] ?? []] }), [], 'at another position');
  }
  for (let other = 0; other < 50; other++) {
    const topic = `0x${(0x10_0000_0000 + other).toString(16).padStart(64, '0')}` as Hash;
    assert.deepEqual(heightsOf(store, { ...everywhere, topics: [[topic]] }), []);
  }
  assert.deepEqual(heightsOf(store, everywhere), [1, 2, 3]);
  assert.deepEqual(heightsOf(store, { ...everywhere, addresses: [contracts.logger, address] }), [1, 2, 3]);
});

test('such a block adds a few rows to the index, verifies, and leaves no row behind when it is removed', () => {
  const { store, chain } = filledChain(8_000_000n);
  const { logIndex, blocks } = chainTables;
  assert.ok(rowsOf(store, logIndex).length < 12, `${rowsOf(store, logIndex).length} rows`);
  assert.deepEqual(
    verifyChain(store, true, () => {}),
    [],
  );
  const without = createMemoryStore();
  createMemoryChain(fillGenesis, { store: without }).mine([
    signed({ nonce: 0n, to: contracts.logger, data: Uint8Array.of(1) }),
  ]);
  chain.rewind(1);
  for (const table of [logIndex, blocks]) assert.deepEqual(rowsOf(store, table), rowsOf(without, table));
});

test('a block whose topics differ only in what the index leaves out verifies, and is found by each of them', () => {
  const topics = [5n, 2n ** 255n + 5n];
  const code = assemble(...topics.flatMap((topic) => [topic, 0, 0, 'LOG1']), 'STOP');
  const store = createMemoryStore();
  const { mine, reader } = createMemoryChain(fillGenesis, { store });
  mine([signed({ nonce: 0n, to: undefined, data: code, gasLimit: 200_000n })]);
  assert.deepEqual(
    verifyChain(store, true, () => {}),
    [],
  );
  for (const [logIndex, topic] of topics.entries()) {
    const hash = `0x${topic.toString(16).padStart(64, '0')}` as Hash;
    const found = reader.logs.find({ ...everywhere, topics: [[hash]] });
    assert.deepEqual(
      found.map((log) => log.logIndex),
      [logIndex],
    );
  }
});
