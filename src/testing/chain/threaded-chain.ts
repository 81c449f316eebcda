import type { TestContext } from 'node:test';
import { BlockThread } from '../../chain/block-thread/block-thread.ts';
import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { GenesisDocument } from '../../chain/genesis/parse-genesis.ts';
import type { ExecutedBlock } from '../../chain/prepare-block.ts';
import { emptyReport } from '../../kernel/module.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { createModules } from '../../modules/index.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { Faults } from '../../primitives/faults.ts';
import { Threads } from '../../primitives/threads.ts';
import { openLmdbStore } from '../../store/lmdb-store.ts';
import { genesisWith, openModuleChain } from '../module-chain.ts';
import { testMainThread } from '../process/main-thread.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const blockWorker = new URL('../../program/block-worker.cjs', import.meta.url);

/** A deadline that is never over. */
export const anyTime = { isOver: () => false, hasTimeFor: () => true };

type Options = {
  readonly genesis?: GenesisDocument;
  /** megabytes of the thread's heap */
  readonly memory?: number;
  /** Program of the thread */
  readonly program?: URL;
};

/** A chain on disk with all modules and a block thread. */
export function openThreadedChain(
  t: TestContext,
  { genesis = genesisWith({}), memory = 512, program = blockWorker }: Options = {},
) {
  const dataFolder = temporaryFolder(t);
  const store = openLmdbStore(dataFolder);
  const { chain, call } = openModuleChain(genesis, createModules(), store);
  const restarts: Error[] = [];
  const thread = new BlockThread({
    ...{ threads: new Threads(new Faults(), 300), program, dataFolder, known: chain.known, memory },
    head: () => chain.reader.head().hash,
    onRestart: (error) => restarts.push(error),
  });
  t.after(async () => {
    await thread.close();
    await store.close();
  });
  const proposal = () => {
    const time = (chain.reader.head().timestamp + 2) * 1000;
    return {
      miner: zeroAddress,
      report: emptyReport(time),
    };
  };
  const mainThread = testMainThread();
  const owner = { network: 'blocks', connection: {}, hasLeft: false };
  const execute = (transactions: readonly Transaction[], long?: LongTransactions): Promise<ExecutedBlock> =>
    mainThread.runSteps('block', owner, () => chain.next.executeInSteps(proposal(), transactions, long));
  const build = (transactions: readonly Transaction[], long: LongTransactions) =>
    mainThread.runSteps('block', owner, () => chain.next.buildInSteps(proposal(), transactions, anyTime, long));
  return { chain, call, proposal, thread, restarts, execute, build };
}
