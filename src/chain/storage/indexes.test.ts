import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Log } from '../../kernel/engine.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { parseHash } from '../../primitives/hash.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { runToEnd } from '../../primitives/steps.ts';
import { chunkSpan } from '../../state/height-set.ts';
import { Batch } from '../../store/batch.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { Reader } from '../../store/types.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { LogBlooms } from '../bloom.ts';
import { findLogs } from '../reading/log-reader.ts';
import { type LocatedLog, type LogFilter, type Receipt, TooManyLogsError, type TransactionLocation } from '../types.ts';
import { findTransactionsOf } from './account-index.ts';
import { candidateHeights } from './log-index.ts';
import { writeBlock } from './write-block.ts';

const addresses = ['01', '02', '03'].map((tail) => parseAddress(`0x${tail.padStart(40, '0')}`));
/** Two of them differ only in what the index leaves out. */
const topics = [`${'aa'.repeat(12)}${'01'.repeat(20)}`, `${'bb'.repeat(12)}${'01'.repeat(20)}`, '02'.repeat(32)].map(
  (digits) => parseHash(`0x${digits}`),
);

type Step = { readonly gap: number; readonly receipts: readonly Receipt[] };

const anyAddress = fc.constantFrom(...addresses);
const anyLog: fc.Arbitrary<Log> = fc
  .tuple(anyAddress, fc.array(fc.constantFrom(...topics), { maxLength: 4 }), fc.uint8Array({ maxLength: 3 }))
  .map(([address, some, data]) => ({ address, topics: some, data }));
const anyReceipt = fc.record({ logs: fc.array(anyLog, { maxLength: 3 }), touched: fc.uniqueArray(anyAddress) });
/** Blocks near each other and blocks several chunks apart. */
const anyStep = fc.record({
  gap: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: chunkSpan / 2, max: 3 * chunkSpan })),
  receipts: fc.array(anyReceipt, { maxLength: 3 }).map((list): readonly Receipt[] => toReceipts(list)),
});
const anyFilter = fc.record({
  addresses: fc.uniqueArray(anyAddress),
  topics: fc.array(fc.uniqueArray(fc.constantFrom(...topics)), { maxLength: 4 }),
  from: fc.nat(60_000),
  span: fc.nat(60_000),
});

function toReceipts(list: readonly { logs: readonly Log[]; touched: readonly Address[] }[]): readonly Receipt[] {
  let firstLogIndex = 0;
  return list.map(({ logs, touched }) => {
    const receipt: Receipt = {
      type: 2,
      status: 1,
      gasUsed: 1n,
      cumulativeGasUsed: 1n,
      effectiveGasPrice: 1n,
      contractAddress: undefined,
      logs,
      firstLogIndex,
      logsBloom: new LogBlooms().of(logs),
      balanceChanges: touched.map((address) => ({ address, before: 0n, after: 1n })),
    };
    firstLogIndex += logs.length;
    return receipt;
  });
}

const tx = signFrom(0);

/** Writes the blocks, and lists their content without an index. */
function writeAll(steps: readonly Step[]) {
  const store = createMemoryStore();
  const logs: LocatedLog[] = [];
  const touches: { readonly address: Address; readonly at: TransactionLocation }[] = [];
  let height = 0;
  for (const { gap, receipts } of steps) {
    height += gap;
    const transactions: Transaction[] = receipts.map(() => tx);
    const batch = new Batch();
    const writing = writeBlock(store, batch, {
      block: { header: headerAt(height), transactions },
      receipts,
      events: [],
      hookChanges: [],
    });
    runToEnd(writing);
    store.commit(batch);
    receipts.forEach((receipt, index) => {
      receipt.logs.forEach((log, offset) => {
        logs.push({ log, height, transactionIndex: index, logIndex: receipt.firstLogIndex + offset });
      });
      for (const { address } of receipt.balanceChanges) touches.push({ address, at: { height, index } });
    });
  }
  return { store, logs, touches };
}

function headerAt(number: number) {
  const hash = parseHash(`0x${number.toString(16).padStart(64, '0')}`);
  const roots = { stateRoot: hash, transactionsRoot: hash, receiptsRoot: hash, parentHash: hash, prevRandao: hash };
  const rest = { logsBloom: toHex(new LogBlooms().of([])), gasLimit: 1n, gasUsed: 1n, timestamp: 1, baseFee: 1n };
  const miner = addresses[0] ?? parseAddress('');
  return { ...roots, ...rest, miner, extraData: new Uint8Array(0), number, hash, size: 1, transactionCount: 1 };
}

function matches({ log, height }: LocatedLog, filter: LogFilter): boolean {
  if (height < filter.fromHeight || height > filter.toHeight) return false;
  if (filter.addresses.length > 0 && !filter.addresses.includes(log.address)) return false;
  if (filter.topics.length > log.topics.length) return false;
  return filter.topics.every(
    (accepted, at) => accepted.length === 0 || accepted.some((topic) => topic === log.topics[at]),
  );
}

/** Reads the getters of each log, so that it can be compared. */
function plain({ log, height, transactionIndex, logIndex }: LocatedLog): LocatedLog {
  return { log, height, transactionIndex, logIndex };
}

test('a query finds exactly the logs that a full scan finds', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), fc.array(anyFilter, { maxLength: 8 }), (steps, filters) => {
      const { store, logs } = writeAll(steps);
      for (const { addresses, topics, from, span } of filters) {
        const filter = { fromHeight: from, toHeight: from + span, addresses, topics, limit: 1000 };
        const expected = logs.filter((located) => matches(located, filter));
        assert.deepEqual(findLogs(store, filter).map(plain), expected);
      }
    }),
    { numRuns: 200 },
  );
});

test('a search for a rare argument reads few rows of the index, however long the chain', () => {
  const [address = parseAddress('')] = addresses;
  const [kind, , rare] = topics;
  assert.ok(kind !== undefined && rare !== undefined);
  const common: Log = { address, topics: [kind, kind], data: new Uint8Array(0) };
  const steps = Array.from({ length: 300 }, (_, at) => ({
    gap: chunkSpan,
    receipts: toReceipts([{ logs: [at === 100 ? { ...common, topics: [kind, kind, rare] } : common], touched: [] }]),
  }));
  const { store } = writeAll(steps);
  let rows = 0;
  const counting: Reader = {
    ...store,
    withValue: (table, key, use) => {
      rows++;
      return store.withValue(table, key, use);
    },
    *range(table, options) {
      for (const row of store.range(table, options)) {
        rows++;
        yield row;
      }
    },
  };
  const everywhere = { fromHeight: 0, toHeight: 301 * chunkSpan, limit: 9 };
  const filter = { ...everywhere, addresses: [address], topics: [[kind], [kind], [rare]] };
  const found = [...candidateHeights(counting, filter)].filter((height) => height !== undefined);
  assert.deepEqual(found, [101 * chunkSpan]);
  assert.ok(rows <= 4, `${rows} rows`);
});

test('one match more than the limit fails the query', () => {
  const log: Log = { address: addresses[0] ?? parseAddress(''), topics: [], data: new Uint8Array(0) };
  const { store } = writeAll(
    [1, 1, 1].map((gap) => ({ gap, receipts: toReceipts([{ logs: [log, log], touched: [] }]) })),
  );
  const all = { fromHeight: 0, toHeight: 100, addresses: [], topics: [] };
  assert.equal(findLogs(store, { ...all, limit: 6 }).length, 6);
  assert.throws(
    () => findLogs(store, { ...all, limit: 5 }),
    (error) => error instanceof TooManyLogsError && error.limit === 5,
  );
});

test("an account's transactions come newest first, and paging returns each once", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (steps, pageSize) => {
      const { store, touches } = writeAll(steps);
      for (const account of addresses) {
        const expected = touches.filter(({ address }) => address === account).map(({ at }) => at);
        const found: TransactionLocation[] = [];
        for (;;) {
          const page = findTransactionsOf(store, account, found.at(-1), pageSize);
          found.push(...page.map(({ height, index }) => ({ height, index })));
          if (page.length < pageSize) break;
        }
        assert.deepEqual(found, expected.reverse());
      }
    }),
    { numRuns: 200 },
  );
});

test('sender and recipient of a transaction are in the account index', () => {
  const { store } = writeAll([{ gap: 1, receipts: toReceipts([{ logs: [], touched: [] }]) }]);
  assert.ok(tx.to);
  for (const account of [tx.sender, tx.to]) {
    const expected = { height: 1, index: 0, hash: fromHex(tx.hash), status: 1, timestamp: 1 };
    assert.deepEqual(findTransactionsOf(store, account, undefined, 10), [expected]);
    assert.deepEqual(findTransactionsOf(store, account, undefined, 0), []);
  }
});
