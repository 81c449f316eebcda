import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExecutedBlock } from '../../chain/prepare-block.ts';
import { decodeReport } from '../../chain/proposer-report-codec.ts';
import type { CommittedBlock } from '../../chain/types.ts';
import { delegationTo } from '../../evm/delegation.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { openMempool } from '../../mempool/open-mempool.ts';
import { mempoolOptions } from '../../mempool/options.ts';
import { parseAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { kinds } from '../../scheduling/main-thread.ts';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { accountOf, signFrom, type TransferFields } from '../../testing/sign-from.ts';
import type { Clock } from '../building/clock.ts';
import { BlockProducer } from './block-producer.ts';
import { DriverEndedError } from './driver-ended-error.ts';

const proposer = parseAddress('0x00000000000000000000000000000000000000bb');
/** address of the key of its validator */
const signer = parseAddress('0x00000000000000000000000000000000000000cc');
/** loops until its gas is used up */
const burner = parseAddress('0x00000000000000000000000000000000000000cc');
/** gives its balance to whoever calls it, as does an account that is delegated to it */
const giver = parseAddress('0x00000000000000000000000000000000000000dd');
const delegated = 9;
const start = 2_000_000_000_000;

/** A clock that moves only when a test moves it. */
class HandClock implements Clock {
  #elapsed = 0;
  #date = start;
  #timers: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.#date + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  /** Somebody sets the date, forward or back. */
  set(milliseconds: number): void {
    this.#date += milliseconds;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#elapsed + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Time passes while something works. */
  pass(milliseconds: number): void {
    this.#elapsed += milliseconds;
  }

  async advance(milliseconds: number): Promise<void> {
    this.pass(milliseconds);
    for (const { at, callback } of [...this.#timers]) if (at <= this.#elapsed) callback();
    await settle();
  }
}

/** Waits until the producer has done what it can do now. */
async function settle(): Promise<void> {
  for (let i = 0; i < 40; i++) await nextTurn();
}

/** `blockWork`: milliseconds for each block; `onCandidate` happens before each transaction. */
function startProducer(t: TestContext, blockIntervalMs: number, blockWork = 0, onCandidate = () => {}) {
  const { chain } = createMemoryChain((state) => {
    for (const { address } of developmentAccounts) state.mint(address, 1000n * weiPerQor);
    const codeHash = state.addCode(fromHex('0x5b600056'));
    state.setAccount(burner, { nonce: 1n, balance: 0n, codeHash });
    const givesAll = state.addCode(fromHex('0x5f5f5f5f47335af1'));
    state.setAccount(giver, { nonce: 1n, balance: 0n, codeHash: givesAll });
    const account = state.account(accountOf(delegated));
    assert.ok(account !== undefined);
    state.setAccount(accountOf(delegated), { ...account, codeHash: state.addCode(delegationTo(giver)) });
  });
  const mempool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const clock = new HandClock();
  function* arrange(candidates: Iterable<Transaction>) {
    clock.pass(blockWork);
    for (const candidate of candidates) {
      onCandidate();
      yield candidate;
    }
  }
  const mainThread = testMainThread(undefined, () => clock.elapsed());
  const producer = new BlockProducer({
    chain,
    mempool,
    clock,
    mainThread,
    proposer,
    consensusOf: (operator) => (operator === proposer ? signer : undefined),
    blockIntervalMs,
    arrange,
    onInternalError: assert.fail,
  });
  const blocks: CommittedBlock[] = [];
  chain.onBlock({ kind: 'client', name: 'test' }, (committed) => blocks.push(committed));
  const stop = new AbortController();
  const ended = producer.run(stop.signal);
  t.after(async () => {
    stop.abort();
    await ended.catch(() => {}); // the test that breaks it has awaited it
  });
  return { chain, mempool, clock, mainThread, producer, blocks, stop, ended };
}

function transfer(account: number, nonce: bigint, fields: TransferFields = {}): Transaction {
  return signFrom(account, { nonce, cap: 10n ** 12n, ...fields });
}

test('a transaction is in a block at once', async (t) => {
  const { mempool, blocks, chain } = startProducer(t, 0);
  await settle();
  assert.equal(blocks.length, 0);
  const tx = transfer(0, 0n);
  mempool.add(tx);
  await settle();
  assert.deepEqual(
    blocks.map(({ block }) => block.transactions),
    [[tx]],
  );
  assert.equal(chain.reader.head().miner, proposer);
  assert.deepEqual(mempool.counts(), { pending: 0, queued: 0 });
});

test('without transactions an empty block comes every interval, with 0 never', async (t) => {
  const steady = startProducer(t, 2000);
  await steady.clock.advance(1999);
  assert.equal(steady.blocks.length, 0);
  await steady.clock.advance(1);
  assert.equal(steady.blocks.length, 1);
  await steady.clock.advance(2000);
  assert.equal(steady.blocks.length, 2);
  const votes = steady.blocks.map(({ block }) => decodeReport(block.header).votes);
  assert.deepEqual(votes, [[], [{ validator: signer, signed: true }]]);
  const silent = startProducer(t, 0);
  await silent.clock.advance(1_000_000);
  assert.equal(silent.blocks.length, 0);
});

test('transactions that arrive while a block is built are in the next, all together', async (t) => {
  const { mempool, blocks } = startProducer(t, 0);
  for (let account = 0; account < 10; account++) mempool.add(transfer(account, 0n));
  await settle();
  assert.deepEqual(
    blocks.map(({ block }) => block.transactions.length),
    [10],
  );
});

test('a client that sends one transaction after another never waits; after a block of many the producer gathers for a while', async (t) => {
  const { mempool, blocks, clock } = startProducer(t, 0, 10);
  const lengths = () => blocks.map(({ block }) => block.transactions.length);
  mempool.add(transfer(0, 0n));
  await settle();
  mempool.add(transfer(0, 1n));
  await settle();
  assert.deepEqual(lengths(), [1, 1]);
  for (let nonce = 0n; nonce < 17n; nonce++) mempool.add(transfer(1, nonce));
  await settle();
  mempool.add(transfer(2, 0n));
  await clock.advance(19);
  mempool.add(transfer(2, 1n));
  await clock.advance(19);
  mempool.add(transfer(2, 2n));
  await clock.advance(1);
  assert.deepEqual(lengths(), [1, 1, 17]);
  await clock.advance(1); // four times as long as the block took
  assert.deepEqual(lengths(), [1, 1, 17, 3]);
});

test('gathering ends when no transaction arrives for 20 ms', async (t) => {
  const { mempool, blocks, clock } = startProducer(t, 0, 100);
  const lengths = () => blocks.map(({ block }) => block.transactions.length);
  for (let nonce = 0n; nonce < 17n; nonce++) mempool.add(transfer(0, nonce));
  await settle();
  mempool.add(transfer(1, 0n));
  await clock.advance(10);
  mempool.add(transfer(1, 1n));
  await clock.advance(19);
  assert.deepEqual(lengths(), [17]);
  await clock.advance(1);
  assert.deepEqual(lengths(), [17, 2]);
});

test('a date that jumps back and forth neither stops nor accelerates the chain', async (t) => {
  const { mempool, blocks, clock } = startProducer(t, 2000, 10);
  const lengths = () => blocks.map(({ block }) => block.transactions.length);
  const times = () => blocks.map(({ block }) => block.header.timestamp - start / 1000);
  await clock.advance(2000);
  clock.set(-3_600_000);
  await clock.advance(1999);
  assert.deepEqual(lengths(), [0]);
  await clock.advance(1);
  assert.deepEqual(lengths(), [0, 0]);
  for (let nonce = 0n; nonce < 17n; nonce++) mempool.add(transfer(0, nonce));
  await settle();
  clock.set(-20_000); // while it gathers
  mempool.add(transfer(1, 0n));
  await clock.advance(19);
  assert.deepEqual(lengths(), [0, 0, 17]);
  await clock.advance(1);
  assert.deepEqual(lengths(), [0, 0, 17, 1]);
  assert.deepEqual(times(), [2, 2, 2, 2], 'no block is earlier than its parent');
  clock.set(3_620_000 + 60_000);
  await clock.advance(1980);
  assert.deepEqual(lengths(), [0, 0, 17, 1]);
  await clock.advance(20);
  assert.equal(blocks.length, 5);
  assert.ok((times().at(-1) ?? 0) > 60);
});

test('a date set back while a block is built does not prolong it', async (t) => {
  const { mempool, blocks, clock } = startProducer(t, 0, 0, () => {
    clock.pass(300);
    clock.set(-3_600_000);
  });
  for (let nonce = 0n; nonce < 4n; nonce++) mempool.add(transfer(0, nonce));
  await clock.advance(10_000);
  assert.deepEqual(
    blocks.map(({ block }) => block.transactions.length),
    [1, 1, 1, 1], // the second would begin after 600 ms
  );
});

test('a long block is restarted when its time or the head is changed meanwhile', async (t) => {
  const alone = { gasLimit: 10_000_000n }; // too much gas to be executed with others
  const { mempool, blocks, clock, producer } = startProducer(t, 0, 0, () => clock.pass(40));
  for (let nonce = 0n; nonce < 5n; nonce++) mempool.add(transfer(0, nonce, alone));
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  assert.equal(blocks.length, 0);
  producer.dates.setNext(start + 100_000_000);
  await settle();
  const ofBlocks = () => blocks.map(({ block }) => [block.transactions.length, block.header.timestamp]);
  assert.deepEqual(ofBlocks(), [[5, (start + 100_000_000) / 1000]]);
  await clock.advance(1000);
  for (let nonce = 0n; nonce < 5n; nonce++) mempool.add(transfer(1, nonce, alone));
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  assert.equal((await producer.mine()).block.transactions.length, 5);
  await settle();
  assert.deepEqual(
    ofBlocks().map(([length]) => length),
    [5, 5],
  );
});

test('what a block has rejected that is given up stays for the next', async (t) => {
  const { chain, mempool, producer, blocks } = startProducer(t, 0);
  const taking = signFrom(1, { to: accountOf(delegated), tip: 2n, gasLimit: 60_000n });
  const sending = signFrom(delegated);
  const { prepareCommit } = chain;
  let prepared = 0;
  t.mock.method(chain, 'prepareCommit', function* (executed: ExecutedBlock) {
    if (++prepared === 1) {
      mempool.remove(taking.hash);
      producer.setProposer(proposer);
    }
    return yield* prepareCommit.call(chain, executed);
  });
  mempool.add(taking);
  mempool.add(sending);
  await settle();
  assert.deepEqual(
    blocks.map(({ block }) => block.transactions),
    [[sending]],
  );
});

test('while exclusive work is done nobody makes blocks, and what was requested follows in order', async (t) => {
  const { chain, mempool, blocks, producer, stop } = startProducer(t, 0, 0);
  mempool.add(transfer(0, 0n));
  await settle();
  assert.equal(blocks.length, 1);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  const first = producer.exclusively(async () => {
    note('first begins')();
    await released;
    chain.rewind(0);
    order.push('first');
  });
  const failing = assert.rejects(
    producer.exclusively(() => {
      throw new Error('of the work');
    }),
    /of the work/,
  );
  const mined = producer.mine().then(note('mined'));
  mempool.add(transfer(1, 0n));
  await settle();
  assert.deepEqual([blocks.length, order], [1, ['first begins']], 'nobody makes blocks');
  release();
  await Promise.all([first, failing, mined]);
  assert.deepEqual(order, ['first begins', 'first', 'mined']);
  assert.deepEqual([chain.reader.head().number, blocks.at(-1)?.block.transactions.length], [1, 1]);
  const waiting = producer.exclusively(({ signal }) => new Promise((end) => signal.addEventListener('abort', end)));
  await settle();
  stop.abort();
  await waiting;
  await assert.rejects(
    producer.exclusively(() => {}),
    DriverEndedError,
  );
});

test('after blocks are removed one is built only for what is payable', async (t) => {
  const { chain, mempool, blocks, clock, producer } = startProducer(t, 0, 10);
  mempool.add(transfer(0, 0n));
  await settle();
  const built = () => clock.elapsed() / 10;
  assert.deepEqual([blocks.length, built()], [1, 1]);
  await producer.exclusively(() => chain.rewind(0));
  await settle();
  assert.deepEqual([blocks.length, built()], [1, 1]);
  producer.setAutomine(false);
  mempool.add(transfer(1, 0n));
  await producer.exclusively(() => producer.setAutomine(true));
  await settle();
  assert.deepEqual([blocks.length, built()], [2, 2]);
});

test('a block that waits for the main thread is not made in the turn of exclusive work that begins before', async (t) => {
  const { mempool, blocks, mainThread, producer } = startProducer(t, 0);
  await settle();
  for (const account of [0, 1, 2]) {
    mainThread.charge('block', kinds.block);
    mempool.add(transfer(account, 0n));
    for (let tick = 0; tick < 20 && mainThread.statistics.block.waiting === 0; tick++) await undefined;
    assert.equal(mainThread.statistics.block.waiting, 1, 'the block waits for the next iteration');
    const time = start + 1_000_000 * (account + 1);
    await producer.exclusively(async ({ mine }) => {
      const before = blocks.length;
      producer.dates.setNext(time);
      await settle();
      assert.equal(blocks.length, before, 'nobody makes blocks');
      assert.equal((await mine()).block.header.timestamp, time / 1000);
    });
    await settle();
  }
  assert.equal(blocks.flatMap(({ block }) => block.transactions).length, 3);
});

test('transactions are in a block though somebody takes turns without end', { timeout: 600_000 }, async (t) => {
  const { mempool, blocks, clock, producer, stop, ended } = startProducer(t, 0, 0, () => clock.pass(40));
  const lane = async () => {
    for (;;) await producer.exclusively(() => nextTurn());
  };
  const lanes = Promise.allSettled([lane(), lane(), lane()]);
  for (const account of [0, 1, 2]) {
    const before = blocks.length;
    for (let nonce = 0n; nonce < 5n; nonce++) mempool.add(transfer(account, nonce));
    for (let turn = 0; turn < 50 && blocks.length === before; turn++) await clock.advance(10);
    assert.equal(blocks.at(before)?.block.transactions.length, 5);
  }
  stop.abort();
  await ended;
  for (const each of await lanes) assert.ok(each.status === 'rejected' && each.reason instanceof DriverEndedError);
});

test('it ends while it waits for its turn behind exclusive work', { timeout: 600_000 }, async (t) => {
  const { mempool, producer, stop, ended } = startProducer(t, 0);
  const waiting = producer.exclusively(({ signal }) => new Promise((end) => signal.addEventListener('abort', end)));
  mempool.add(transfer(0, 0n));
  await settle();
  stop.abort();
  await Promise.all([waiting, ended]);
});

test('the header has the time to the millisecond and the waiting transactions', async (t) => {
  const { mempool, blocks, clock } = startProducer(t, 0);
  await clock.advance(1234);
  const tx = transfer(0, 0n);
  mempool.add(tx);
  await settle();
  const header = blocks[0]?.block.header;
  assert.ok(header);
  assert.equal(header.timestamp, Math.floor((start + 1234) / 1000));
  const waiting = { waitingTransactions: 1, waitingBytes: tx.raw.length, votes: [], misbehaviour: [] };
  assert.deepEqual(decodeReport(header), { time: start + 1234, ...waiting });
});

test('with automine off transactions wait for a requested block', async (t) => {
  const { mempool, blocks, producer } = startProducer(t, 0);
  producer.setAutomine(false);
  mempool.add(transfer(0, 0n));
  await settle();
  assert.equal(blocks.length, 0);
  assert.equal((await producer.mine()).block.transactions.length, 1);
  assert.equal((await producer.mine()).block.transactions.length, 0);
  mempool.add(transfer(0, 1n));
  producer.setAutomine(true);
  await settle();
  assert.deepEqual(
    blocks.map(({ block }) => block.transactions.length),
    [1, 0, 1],
  );
});

test('time can be set and moved, and continues from there', async (t) => {
  const { clock, producer } = startProducer(t, 0);
  producer.dates.setNext(start + 100_000_000);
  assert.equal((await producer.mine()).block.header.timestamp, (start + 100_000_000) / 1000);
  await clock.advance(5000);
  assert.equal((await producer.mine()).block.header.timestamp, (start + 100_005_000) / 1000);
  producer.dates.addShift(60_000);
  assert.equal((await producer.mine()).block.header.timestamp, (start + 100_065_000) / 1000);
  producer.dates.setNext(start);
  assert.equal((await producer.mine()).block.header.timestamp, (start + 100_065_000) / 1000, 'time never falls');
});

test('a transaction below the base fee causes the empty blocks by which the fee falls, where no interval makes them', async (t) => {
  const { mempool, blocks, chain } = startProducer(t, 0);
  mempool.add(transfer(0, 0n, { to: burner, gasLimit: 100_000_000n }));
  await settle();
  assert.equal(chain.next.baseFee(), 112_500_000_000n);
  mempool.add(transfer(1, 0n, { cap: 10n ** 11n }));
  await settle();
  assert.deepEqual(
    blocks.map(({ block }) => block.transactions.length),
    [1, 0, 1],
  );
});

test('a large block is made under requests without end, and they are answered meanwhile', async (t) => {
  const { mempool, blocks, clock, mainThread, stop } = startProducer(t, 0, 0, () => clock.pass(5));
  let requests = 0;
  const ask = () => {
    clock.pass(7);
    requests++;
    const owner = { network: `network ${requests % 3}`, connection: {}, hasLeft: false };
    if (!stop.signal.aborted) mainThread.runLater('request', owner, ask, (error) => assert.fail(String(error)));
  };
  for (let count = 0; count < 10; count++) ask();
  for (let nonce = 0n; nonce < 60n; nonce++) mempool.add(transfer(Number(nonce % 3n), nonce / 3n));
  for (let turn = 0; turn < 1_000 && blocks.length === 0; turn++) await nextTurn();
  assert.deepEqual(
    blocks.map(({ block }) => block.transactions.length),
    [60],
    'the time of the requests does not count',
  );
  assert.ok(requests >= 30, `${requests} requests in the 12 turns of 300 ms of transactions`);
});

test('what breaks while a block is built or written ends the driver', async (t) => {
  const breakAt = { candidate: false };
  const built = startProducer(t, 0, 0, () => {
    if (breakAt.candidate) throw new TypeError('broken candidate');
  });
  breakAt.candidate = true;
  const failed = assert.rejects(built.ended, /broken candidate/);
  built.mempool.add(transfer(0, 0n));
  await failed;
  const written = startProducer(t, 0);
  await settle();
  t.mock.method(written.chain, 'commitPrepared', () => Promise.reject(new Error('broken disk')));
  const unwritten = assert.rejects(written.ended, /broken disk/);
  written.mempool.add(transfer(0, 0n));
  await unwritten;
  assert.equal(written.chain.reader.head().number, 0);
});

test('what breaks while a block is mined on request fails the request', async (t) => {
  const { chain, producer, blocks } = startProducer(t, 0);
  await settle();
  const { mock } = t.mock.method(chain, 'commitPrepared', () => Promise.reject(new Error('broken disk')));
  await assert.rejects(producer.mine(), /broken disk/);
  mock.restore();
  await producer.mine();
  assert.equal(blocks.length, 1);
});

test('what listeners do with a block counts as work on blocks', async (t) => {
  const { chain, clock, mainThread, producer } = startProducer(t, 0);
  await settle();
  chain.onBlock({ kind: 'client', name: 'slow' }, () => clock.pass(1_000));
  await producer.mine();
  assert.equal(mainThread.statistics.block.spentMs, 1_000);
});

test('it ends with its signal', async (t) => {
  const { stop, ended, blocks, clock, mempool } = startProducer(t, 2000);
  stop.abort();
  await ended;
  mempool.add(transfer(0, 0n));
  await clock.advance(10_000);
  assert.equal(blocks.length, 0);
});
