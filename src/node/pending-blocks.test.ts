import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyReport } from '../kernel/module.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { zeroAddress } from '../primitives/address.ts';
import { elapsedMs } from '../primitives/machine.ts';
import { anyTime } from '../testing/chain/threaded-chain.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { testMainThread } from '../testing/process/main-thread.ts';
import { PendingBlocks } from './pending-blocks.ts';

/** A pool whose content takes 30 ms to read, and when that was done. */
function slowPool() {
  const { chain } = createMemoryChain(() => {});
  const mempool = { changes: 0 };
  const made: { readonly began: number; readonly ended: number; readonly changes: number }[] = [];
  const driver = {
    previewInputs: () => '',
    preview: () => ({
      proposal: { miner: zeroAddress, report: emptyReport(chain.reader.head().timestamp * 1000 + 1000) },
      candidates: (function* (): Iterable<Transaction> {
        const began = elapsedMs();
        const { changes } = mempool;
        while (elapsedMs() - began < 30);
        made.push({ began, ended: elapsedMs(), changes });
        yield* [];
      })(),
      deadline: anyTime,
    }),
  };
  return { pending: new PendingBlocks({ chain, mempool, driver, mainThread: testMainThread() }), chain, mempool, made };
}

for (const kind of ['get', 'unfinished'] as const)
  test(`${kind}: a block that takes long is made again after a rest of twice its time, with what has come meanwhile`, async () => {
    const { pending, mempool, made } = slowPool();
    const first = await pending[kind]();
    assert.equal(await pending[kind](), first, 'nothing has changed');
    mempool.changes = 1;
    const second = pending[kind]();
    mempool.changes = 2;
    await Promise.all([second, pending[kind](), pending[kind]()]);
    assert.deepEqual(
      made.map(({ changes }) => changes),
      [0, 2],
    );
    const [before, after] = made;
    assert.ok(before && after && after.began - before.ended >= 2 * 30 - 1, JSON.stringify(made));
    mempool.changes = 3;
    const last = pending[kind]();
    void Promise.resolve(last).catch(() => {});
    await pending.close();
    await assert.rejects(async () => last, /network has ended|stopped|ended/);
    assert.equal(made.length, 2, 'the end does not wait for the rest');
  });

test('whole and unfinished blocks are made by turns, with a rest between them, and the chain reads both', async () => {
  const { pending, chain, made } = slowPool();
  const [whole, unfinished] = await Promise.all([pending.get(), pending.unfinished()]);
  const [before, after] = made;
  assert.ok(before && after && after.began - before.ended >= 2 * 30 - 1, JSON.stringify(made));
  const { header } = whole.block;
  const { states } = chain.reader;
  assert.equal(states.pending?.header, header);
  assert.equal(states.unfinished, unfinished);
  const { number, parentHash, timestamp, miner, gasLimit, baseFee, prevRandao } = header;
  assert.deepEqual(unfinished.header, { number, parentHash, timestamp, miner, gasLimit, baseFee, prevRandao });
  const environment = (at: 'pending' | 'unfinished') => ({ ...states.environmentAt(at), blockHash: undefined });
  assert.deepEqual(environment('unfinished'), environment('pending'));
});
