import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockThread } from '../../chain/block-thread/block-thread.ts';
import { BlockThreadError } from '../../chain/block-thread/block-thread-error.ts';
import { systemClock } from '../../consensus/building/clock.ts';
import { inBlockThread } from '../../consensus/building/long-transactions.ts';
import { encodeReportTransaction } from '../../consensus/comet/report-transaction.ts';
import { createModules } from '../../modules/index.ts';
import { Faults } from '../../primitives/faults.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { Threads } from '../../primitives/threads.ts';
import { openLmdbStore } from '../../store/lmdb-store.ts';
import { endlessLoop } from '../../testing/evm/evm-loops.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { openApplication } from '../../testing/network/comet-application.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const program = new URL('../../program/block-worker.cjs', import.meta.url);
const report = encodeReportTransaction({ waitingTransactions: 0, waitingBytes: 0 });
const proposer = Buffer.alloc(20, 0xa1);
const [rejected, height] = [2, 1];

/** Reads another slot each time, and so fills the heap of the thread. */
const hungry = signFrom(1, {
  ...{ cap: 10n ** 13n, to: undefined, value: 0n, gasLimit: 90_000_000n },
  data: endlessLoop([], ['GAS', 'SLOAD', 'POP']),
});

test('a proposal that the block thread has no memory for is rejected; once it is decided, the main thread executes it', {
  timeout: 600_000,
}, async (t) => {
  const dataFolder = temporaryFolder(t);
  const store = openLmdbStore(dataFolder);
  const { chain } = openModuleChain(genesisWith({}), createModules(), store);
  const { known } = chain;
  const thread = new BlockThread({
    threads: new Threads(new Faults()),
    program,
    dataFolder,
    known,
    memory: 1,
    head: () => chain.reader.head().hash,
  });
  t.after(async () => {
    await thread.close();
    await store.close();
  });
  const { application, blockErrors } = openApplication({ chain, long: inBlockThread(systemClock, thread) });
  const time = { seconds: chain.reader.head().timestamp + 2, nanos: 0 };
  const lastCommit = { round: 0, votes: [] };
  const txs = [report, hungry.raw];
  const block = { txs, lastCommit, misbehaviour: [], hash: proposer, height, time, proposerAddress: proposer };
  assert.deepEqual(await application.processProposal(block), { status: rejected });
  assert.ok(blockErrors[0] instanceof BlockThreadError);
  assert.equal(chain.reader.head().number, 0);
  const { appHash } = await application.finalizeBlock(block);
  assert.ok(blockErrors[1] instanceof BlockThreadError);
  await application.commit({});
  assert.equal(chain.reader.head().hash, toHex(appHash ?? fromHex('0x')));
  assert.deepEqual(
    chain.reader.block(1)?.transactions.map(({ hash }) => hash),
    [hungry.hash],
  );
  const { application: elsewhere } = openApplication({
    chain: openModuleChain(genesisWith({}), createModules()).chain,
  });
  const other = await elsewhere.finalizeBlock(block);
  assert.equal(
    toHex(other.appHash ?? fromHex('0x')),
    chain.reader.head().hash,
    'the result does not depend on the memory',
  );
});
