import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockThread } from '../../chain/block-thread/block-thread.ts';
import { systemClock } from '../../consensus/building/clock.ts';
import { inBlockThread } from '../../consensus/building/long-transactions.ts';
import { consensusOptions } from '../../consensus/options.ts';
import { emptyReport } from '../../kernel/module.ts';
import { createModules } from '../../modules/index.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { Faults } from '../../primitives/faults.ts';
import { Threads } from '../../primitives/threads.ts';
import { openLmdbStore } from '../../store/lmdb-store.ts';
import { hungryBlocks } from '../../testing/chain/hungry-blocks.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const program = new URL('../../program/block-worker.cjs', import.meta.url);
/** Half of what the thread has, so that as much is left for blocks that nobody has thought of. */
const memory = consensusOptions.parse({})['block-thread-memory'] / 2;

test('the blocks that need the most memory need less than half of that of the block thread', async (t) => {
  for (const [name, transactions] of Object.entries(hungryBlocks)) {
    await t.test(name, async (t) => {
      const dataFolder = temporaryFolder(t);
      const store = openLmdbStore(dataFolder);
      const { chain } = openModuleChain(genesisWith({}), createModules(), store);
      const restarts: Error[] = [];
      const onRestart = (error: Error) => restarts.push(error);
      const options = {
        threads: new Threads(new Faults()),
        program,
        dataFolder,
        known: chain.known,
        memory,
        onRestart,
      };
      const thread = new BlockThread({ ...options, head: () => chain.reader.head().hash });
      t.after(async () => {
        await thread.close();
        await store.close();
      });
      const time = (chain.reader.head().timestamp + 2) * 1000;
      const report = emptyReport(time);
      const owner = { network: 'blocks', connection: {}, hasLeft: false };
      const long = inBlockThread(systemClock, thread);
      const { receipts } = await testMainThread().runSteps('block', owner, () =>
        chain.next.executeInSteps({ miner: zeroAddress, report }, transactions, long),
      );
      assert.deepEqual(restarts, []);
      assert.ok((receipts.at(-1)?.gasUsed ?? 0n) > 90_000_000n);
    });
  }
});
