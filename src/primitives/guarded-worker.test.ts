import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Batch } from '../store/batch.ts';
import { openLmdbStore } from '../store/lmdb-store.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';
import { GuardedWorker } from './guarded-worker.ts';

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A program that is in an addon nearly all of the time, and says so when it begins. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    import { prepareSecp256k1, recoverAddress, signDigest } from ${moduleUrl('./crypto/secp256k1.js')};
    import { NativeCalls } from ${moduleUrl('./guarded-worker.js')};
    import { openLmdbReader } from ${moduleUrl('../store/lmdb-store.js')};
    const nativeCalls = new NativeCalls(workerData);
    await prepareSecp256k1(nativeCalls.run);
    const store = openLmdbReader(workerData.directory, nativeCalls.run);
    nativeCalls.loaded();
    parentPort.postMessage('ready');
    const digest = new Uint8Array(32).fill(9);
    const signature = signDigest(digest, new Uint8Array(32).fill(7));
    const work = {
      secp256k1: () => recoverAddress(digest, signature),
      refresh: () => store.refresh(),
      get: () => store.get(1, Uint8Array.of(3)),
      range: () => {
        for (const [key] of store.range(1)) for (const _ of store.range(1, { start: key, reverse: true })) break;
      },
    }[workerData.work];
    for (;;) work();
  `)}`,
);

for (const work of ['secp256k1', 'refresh', 'get', 'range']) {
  test(`a thread that calls an addon without a pause (${work}) is terminated, and the process lives`, async (context) => {
    const directory = temporaryFolder(context);
    const store = openLmdbStore(directory);
    context.after(() => store.close());
    const batch = new Batch();
    for (let key = 0; key < 10; key++) batch.put(1, Uint8Array.of(key), new Uint8Array(20));
    store.commit(batch);
    for (let round = 0; round < 25; round++) {
      const worker = new GuardedWorker(program, { workerData: { directory, work } });
      await once(worker, 'message');
      await setTimeout(round % 5);
      await worker.terminate();
      assert.equal(worker.threadId, -1);
    }
  });
}

test('a thread is terminated while it loads', async (context) => {
  const directory = temporaryFolder(context);
  const store = openLmdbStore(directory);
  context.after(() => store.close());
  for (let round = 0; round < 40; round++) {
    const worker = new GuardedWorker(program, { workerData: { directory, work: 'secp256k1' } });
    await setTimeout(2 * round);
    await worker.terminate();
    assert.equal(worker.threadId, -1);
  }
});

test('a thread that fails while it loads does not keep its end waiting', async (context) => {
  const worker = new GuardedWorker(program, { workerData: { directory: temporaryFolder(context) } });
  const errors: unknown[] = [];
  worker.on('error', (error) => errors.push(error));
  await worker.terminate();
  await until(() => errors.length > 0, 'the error');
  assert.equal(errors.length, 1);
});
