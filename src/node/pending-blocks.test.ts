import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyReport } from '../kernel/module.ts';
import { zeroAddress } from '../primitives/address.ts';
import { elapsedMs } from '../primitives/machine.ts';
import type { Steps } from '../primitives/steps.ts';
import { anyTime } from '../testing/chain/threaded-chain.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { testMainThread } from '../testing/process/main-thread.ts';
import { PendingBlocks } from './pending-blocks.ts';

test('a pending block that takes long is made again after a rest of twice its time, with what has come meanwhile', async () => {
  const { chain } = createMemoryChain(() => {});
  const mempool = { changes: 0 };
  const made: { readonly began: number; readonly ended: number; readonly changes: number }[] = [];
  const driver = {
    previewInputs: () => '',
    *preview(): Steps<ReturnType<typeof chain.build>> {
      const began = elapsedMs();
      const { changes } = mempool;
      while (elapsedMs() - began < 30);
      const report = emptyReport(chain.reader.head().timestamp * 1000 + 1000);
      const built = chain.build({ miner: zeroAddress, report }, [], anyTime);
      made.push({ began, ended: elapsedMs(), changes });
      yield;
      return built;
    },
  };
  const pending = new PendingBlocks({ chain, mempool, driver, mainThread: testMainThread() });
  const first = await pending.get();
  assert.equal(await pending.get(), first, 'nothing has changed');
  mempool.changes = 1;
  const second = pending.get();
  mempool.changes = 2;
  await Promise.all([second, pending.get(), pending.get()]);
  assert.deepEqual(
    made.map(({ changes }) => changes),
    [0, 2],
  );
  const [before, after] = made;
  assert.ok(before && after && after.began - before.ended >= 2 * 30 - 1, JSON.stringify(made));
  mempool.changes = 3;
  const last = pending.get();
  void Promise.resolve(last).catch(() => {});
  await pending.close();
  await assert.rejects(async () => last, /network has ended|stopped|ended/);
  assert.equal(made.length, 2, 'the end does not wait for the rest');
});
