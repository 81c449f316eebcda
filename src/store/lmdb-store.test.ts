import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { until } from '../testing/until.ts';
import { Batch } from './batch.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { openLmdbStore } from './lmdb-store.ts';
import type { StoreError } from './store-error.ts';

const rowsPerCommit = 500;
const storeModule = JSON.stringify(new URL('./lmdb-store.js', import.meta.url).href);
const batchModule = JSON.stringify(new URL('./batch.js', import.meta.url).href);

/**
 * Opens the store at argv[1] and commits batch after batch, in the background and not by turns, every row of commit n
 * holding n; says so after the first.
 */
const writer = `
  const { openLmdbStore } = await import(${storeModule});
  const { Batch } = await import(${batchModule});
  const store = openLmdbStore(process.argv[1]);
  const row = (i) => Uint8Array.of(i >> 8, i & 255);
  let n = (store.get(1, row(0)) ?? [0])[0];
  let told = false;
  for (;;) {
    const batch = new Batch();
    n = (n + 1) & 255;
    for (let i = 0; i < ${rowsPerCommit}; i++) batch.put(1, row(i), Uint8Array.of(n));
    if (n % 2 === 0) store.commit(batch);
    else await store.commitInBackground(batch, () => {});
    if (!told) process.stdout.write('committed');
    told = true;
    await new Promise((resolve) => setTimeout(resolve));
  }
`;

function temporaryDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'qord-lmdb-'));
  context.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function startWriter(directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

test('a directory in use is rejected; after its user was killed it opens intact', async (context) => {
  const directory = temporaryDirectory(context);
  for (let round = 0; round < 4; round++) {
    const child = await startWriter(directory);
    assert.throws(
      () => openLmdbStore(directory),
      (error: unknown) => error instanceof DirectoryInUseError && error.pid === child.pid,
    );
    await new Promise((resolve) => setTimeout(resolve, 40 + round * 7));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const store = openLmdbStore(directory);
    const rows = [...store.range(1)].map(([, value]) => value[0]);
    assert.equal(rows.length, rowsPerCommit);
    assert.equal(new Set(rows).size, 1);
    await store.close();
  }
});

test('a commit that is under way excludes another, and closing waits for it', async (context) => {
  const directory = temporaryDirectory(context);
  const store = openLmdbStore(directory);
  const batch = new Batch();
  batch.put(1, Uint8Array.of(1), Uint8Array.of(2));
  let isDone = false;
  const written = store.commitInBackground(batch, () => {
    isDone = true;
  });
  assert.throws(() => store.commit(new Batch()), /another commit is under way/);
  await assert.rejects(
    store.commitInBackground(new Batch(), () => {}),
    /another commit is under way/,
  );
  await store.close();
  assert.equal(isDone, true);
  await written;
  const again = openLmdbStore(directory);
  assert.deepEqual(again.get(1, Uint8Array.of(1)), Uint8Array.of(2));
  await again.close();
});

test('of several that wait for a commit, each commits when no other is under way', async (context) => {
  const directory = temporaryDirectory(context);
  const store = openLmdbStore(directory);
  const batchOf = (key: number) => {
    const batch = new Batch();
    batch.put(1, Uint8Array.of(key), Uint8Array.of(key));
    return batch;
  };
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      store.whenIdle(() => store.commitInBackground(batchOf(3 * round), () => {})),
      store.whenIdle(() => store.commit(batchOf(3 * round + 1))),
      store.whenIdle(() => store.commitInBackground(batchOf(3 * round + 2), () => {})),
    ]);
  }
  assert.equal([...store.range(1)].length, 15);
  await store.close();
});

test('a second open in the same process is rejected until the first is closed', async (context) => {
  const directory = temporaryDirectory(context);
  const first = openLmdbStore(directory);
  assert.throws(() => openLmdbStore(directory), DirectoryInUseError);
  const batch = new Batch();
  batch.put(1, Uint8Array.of(1), Uint8Array.of(2));
  first.commit(batch);
  await first.close();
  const second = openLmdbStore(directory);
  assert.deepEqual(second.get(1, Uint8Array.of(1)), Uint8Array.of(2));
  await second.close();
});

test('a worker thread reads one commit from each refresh to the next', async (context) => {
  const directory = temporaryDirectory(context);
  const store = openLmdbStore(directory);
  const put = (value: number) => {
    const batch = new Batch();
    batch.put(1, Uint8Array.of(1), Uint8Array.of(value));
    store.commit(batch);
  };
  put(0);
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(${storeModule}).then(({ openLmdbReader }) => {
      const reader = openLmdbReader(workerData);
      parentPort.on('message', (message) => {
        if (message === 'close') return reader.close().then(() => parentPort.close());
        if (message === 'refresh') reader.refresh();
        const read = () => {
          const [[, listed]] = reader.range(1);
          parentPort.postMessage([reader.get(1, Uint8Array.of(1))[0], listed[0]]);
        };
        if (message === 'read later') setTimeout(read, 2);
        else read();
      });
    });
  `;
  const worker = new Worker(source, { eval: true, workerData: directory });
  context.after(() => worker.terminate());
  for (let value = 1; value <= 20; value++) {
    worker.postMessage('refresh');
    await once(worker, 'message');
    put(value);
    worker.postMessage('read');
    assert.deepEqual(await once(worker, 'message'), [[value - 1, value - 1]]);
    worker.postMessage('read later');
    assert.deepEqual(await once(worker, 'message'), [[value - 1, value - 1]]);
    worker.postMessage('refresh');
    assert.deepEqual(await once(worker, 'message'), [[value, value]]);
  }
  worker.postMessage('close');
  await once(worker, 'exit');
  put(21);
  assert.deepEqual(store.get(1, Uint8Array.of(1)), Uint8Array.of(21));
  await store.close();
});

test('nothing is committed once a file of the database is gone, and its owner is told', async (context) => {
  for (const name of ['data.mdb', 'data.mdb-lock', 'in-use.mdb-lock']) {
    const directory = temporaryDirectory(context);
    const failures: StoreError[] = [];
    const store = openLmdbStore(directory, { durable: false, onFailure: (error) => failures.push(error) });
    const commit = () => store.commitInBackground(new Batch(), () => {});
    await commit();
    rmSync(join(directory, name));
    const rejected = until(async () => {
      await commit();
      return false;
    }, 'a commit to be rejected');
    await assert.rejects(rejected, /has been deleted/);
    assert.deepEqual([failures[0]?.fault.code, failures[0]?.fault.file], ['replaced', join(directory, name)]);
    await store.close();
  }
});
