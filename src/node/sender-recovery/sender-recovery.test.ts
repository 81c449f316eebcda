import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkerOptions } from 'node:worker_threads';
import { TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import { Faults } from '../../primitives/faults.ts';
import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import { Threads } from '../../primitives/threads.ts';
import { NoThreads } from '../../testing/chain/no-threads.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';
import { SenderRecovery } from './sender-recovery.ts';

const senders = new SenderRecovery(new Threads(new Faults()), testMainThread());
after(() => senders.close());

const client = { network: '10.0.0.1' };
const transactions = Array.from({ length: 200 }, (_, nonce) => signFrom(nonce % 7, { nonce: BigInt(nonce) }));

/** Submits many transactions at a time until a thread recovers their senders. */
async function startThread(pool = senders): Promise<void> {
  await until(async () => {
    if (!pool.isThreaded) await Promise.all(transactions.map(({ raw }) => pool.decode(raw, client)));
    return pool.isThreaded;
  }, 'a thread');
}

test('a transaction alone starts no thread', async () => {
  const [first] = transactions;
  assert.ok(first);
  assert.deepEqual(await senders.decode(first.raw, client), first);
  await nextTurn();
  assert.ok(!senders.isThreaded);
});

test('a thread recovers many transactions, in the order of their arrival', async () => {
  await startThread();
  const order: bigint[] = [];
  const decoded = await Promise.all(
    transactions.map(async ({ raw }) => {
      const transaction = await senders.decode(raw, client);
      order.push(transaction.nonce);
      return transaction;
    }),
  );
  assert.ok(senders.isThreaded);
  assert.deepEqual(decoded, transactions);
  assert.deepEqual(
    order,
    transactions.map(({ nonce }) => nonce),
  );
});

test('a single transaction does not overtake others while the thread is busy', async () => {
  await startThread();
  const order: string[] = [];
  const many = transactions.map(({ raw }) => senders.decode(raw, client).then(() => order.push('many')));
  await nextTurn(); // the batch was passed to the thread
  const late = senders.decode(signFrom(1).raw, client).then(() => order.push('late'));
  await Promise.all([...many, late]);
  assert.equal(order.indexOf('late'), transactions.length);
});

test('a client with many transactions keeps those of another from waiting behind all of them', async () => {
  await startThread();
  let settled = 0;
  const many = Array.from({ length: 10 }, () => transactions)
    .flat()
    .map(({ raw }) => senders.decode(raw, client).then(() => settled++));
  await nextTurn(); // the first were passed to the thread
  const other = await senders.decode(signFrom(1).raw, { network: '10.0.0.2' });
  assert.deepEqual(other, signFrom(1));
  assert.ok(settled < many.length / 2, `${settled} of ${many.length} before it`);
  await Promise.all(many);
});

test('an invalid transaction among valid ones is rejected with the error of the codec', async () => {
  await startThread();
  const spoiled = transactions.map(({ raw }, index) => (index % 5 === 0 ? raw.subarray(0, 60) : raw));
  const results = await Promise.allSettled(spoiled.map((raw) => senders.decode(raw, client)));
  for (const [index, result] of results.entries()) {
    if (index % 5 !== 0) assert.equal(result.status, 'fulfilled');
    else assert.ok(result.status === 'rejected' && result.reason instanceof TransactionDecodeError);
  }
});

test('what the threads have not done when they are closed is done here', async () => {
  const closing = new SenderRecovery(new Threads(new Faults()), testMainThread());
  await startThread(closing);
  const decoding = transactions.map(({ raw }) => closing.decode(raw, client));
  await nextTurn();
  await closing.close();
  assert.deepEqual(await Promise.all(decoding), transactions);
  assert.ok(!closing.isThreaded);
});

test('nothing is read again that has been read elsewhere, and the order stays', async () => {
  await startThread();
  const known = transactions.map((transaction, index) => (index % 40 < 20 ? { ...transaction } : undefined));
  const order: number[] = [];
  const decoded = await Promise.all(
    transactions.map(async ({ raw }, index) => {
      const transaction = await senders.decode(raw, client, () => known[index]);
      order.push(index);
      return transaction;
    }),
  );
  for (const [index, transaction] of decoded.entries()) {
    assert.deepEqual(transaction, transactions[index]);
    if (known[index] !== undefined) assert.equal(transaction, known[index]);
  }
  assert.deepEqual(order, [...transactions.keys()]);
});

test('a thousand that are known are settled over many iterations of the event loop', async () => {
  await startThread();
  const [known] = transactions;
  assert.ok(known);
  let settled = 0;
  const all = Array.from({ length: 1_000 }, async () => {
    await senders.decode(known.raw, client, () => known);
    settled++;
  });
  for (let before = 0; settled < all.length; before = settled) {
    await nextTurn();
    assert.ok(settled - before <= 64, `${settled - before} in one iteration`);
  }
  await Promise.all(all);
});

test('a long queue starts more threads, and the order stays', async (t) => {
  const pool = new SenderRecovery(new Threads(new Faults()), testMainThread(), { maxThreads: 3 });
  t.after(() => pool.close());
  const order: number[] = [];
  const decodeAll = () =>
    Promise.all(
      transactions.map(async ({ raw }, index) => {
        const transaction = await pool.decode(raw, client);
        order.push(index);
        return transaction;
      }),
    );
  await until(async () => {
    assert.deepEqual(await decodeAll(), transactions);
    return pool.isThreaded && pool.threads === 3;
  }, 'three threads');
  order.length = 0;
  assert.deepEqual(await decodeAll(), transactions);
  assert.deepEqual(order, [...transactions.keys()]);
});

test('batches of every size around their bounds, of every length of entry, keep the order and the results', async (t) => {
  const pool = new SenderRecovery(new Threads(new Faults()), testMainThread(), { maxThreads: 2 });
  t.after(() => pool.close());
  await until(async () => {
    await Promise.all(transactions.map(({ raw }) => pool.decode(raw, client)));
    return pool.threads === 2;
  }, 'two threads');
  const garbage = [0, 1, 1023, 1024, 1025, 8191, 8192, 8193, 131_071, 131_072, 131_073].map((length) => {
    return new Uint8Array(length).fill(0xf8);
  });
  for (const count of [1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65]) {
    const order: number[] = [];
    const decode = (raw: Uint8Array, index: number) => pool.decode(raw, client).finally(() => order.push(index));
    const raws = Array.from({ length: count }, (_, index) => {
      const bad = index % 3 === 1 ? garbage[(index + count) % garbage.length] : undefined;
      return bad ?? transactions[index]?.raw ?? new Uint8Array();
    });
    const results = await Promise.allSettled(raws.map(decode));
    for (const [index, result] of results.entries()) {
      if (index % 3 === 1) assert.ok(result.status === 'rejected' && result.reason instanceof TransactionDecodeError);
      else assert.deepEqual(result, { status: 'fulfilled', value: transactions[index] });
    }
    assert.deepEqual(order, [...raws.keys()]);
  }
});

test('one megabyte of garbage in entries of 1,024 bytes is rejected, entry by entry', async () => {
  await startThread();
  const entries = Array.from({ length: 2_048 }, () => senders.decode(new Uint8Array(1_024).fill(0xf8), client));
  for (const result of await Promise.allSettled(entries)) {
    assert.ok(result.status === 'rejected' && result.reason instanceof TransactionDecodeError);
  }
});

test('when the system gives no thread, the main thread decodes everything, and the fault is counted', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] }); // the time until the next attempt does not pass
  const faults = new Faults();
  const alone = new SenderRecovery(new NoThreads(faults), testMainThread());
  for (let round = 0; round < 3; round++) {
    const decoded = await Promise.all(transactions.map(({ raw }) => alone.decode(raw, client)));
    assert.deepEqual(decoded, transactions);
  }
  assert.equal(alone.threads, 0);
  assert.deepEqual([...faults.counts], [['thread sender recovery', 1]], 'none is tried again at once');
});

/** Threads whose second response, and all after it, cannot be read or say something else. */
class LosingThreads extends Threads {
  protected override create(_: URL, options: WorkerOptions): GuardedWorker {
    const program = `
      import { parentPort, workerData } from 'node:worker_threads';
      import { unreadable } from ${JSON.stringify(new URL('../../testing/chain/unreadable.js', import.meta.url).href)};
      Atomics.store(workerData.nativeCalls, 0, 0);
      parentPort.on('message', ({ id }) => {
        parentPort.postMessage(id === 1 ? { id, result: [] } : id === 2 ? unreadable() : { id, result: ['wrong'] });
      });
      parentPort.postMessage('ready');`;
    return super.create(new URL(`data:text/javascript,${encodeURIComponent(program)}`), options);
  }
}

test('results that cannot be read end their thread, and no later one counts for another batch', async (t) => {
  const faults = new Faults();
  const pool = new SenderRecovery(new LosingThreads(faults), testMainThread(), { maxThreads: 1 });
  t.after(() => pool.close());
  await until(async () => {
    assert.deepEqual(await Promise.all(transactions.map(({ raw }) => pool.decode(raw, client))), transactions);
    return faults.counts.size > 0;
  }, 'a fault');
  assert.deepEqual([...faults.counts.keys()], ['thread sender recovery']);
});
