import { createEngine } from '#qord/evm/engine.ts';
import { StateDatabase } from '#qord/state/state-database.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { openLmdbStore } from '#qord/store/lmdb-store.ts';
import { caseBlock, caseNatives, loopMessage, putLoop } from '../search/case-environment.ts';
import type { SearchCase } from '../search/search-case.ts';
import { loopCode } from '../search/search-code.ts';

/** What a block costs whose transactions read what was never read before. */
export type ColdCost = {
  readonly gas: number;
  /** ms of all transactions, and of the root: CPU time, and the time that passed */
  readonly cpu: number;
  readonly time: number;
  /** the part of it that the root takes */
  readonly rootTime: number;
  /** ms between two questions whether to stop, at most */
  readonly longestSlice: number;
  /** pages that were read from the disk */
  readonly pagesRead: number;
  /** megabytes of the process at its end */
  readonly memory: number;
};

const transactionGas = 2n ** 24n;
const transactions = 6;
/** More than the accesses of a transaction. */
const countsPerTransaction = 8_000n;

/** Executes a block of six transactions of 2^24 gas over the database in the folder, and computes its root. */
export async function runColdBlock(folder: string, searchCase: SearchCase): Promise<ColdCost> {
  const store = openLmdbStore(folder);
  const database = new StateDatabase(store);
  const engine = createEngine();
  const state = createWorldState(database.head);
  putLoop(state, loopCode(searchCase));
  const start = performance.now();
  const before = process.cpuUsage();
  const pagesBefore = process.resourceUsage().majorPageFault;
  let [gas, longestSlice, last] = [0n, 0, start];
  const shouldStop = () => {
    const now = performance.now();
    longestSlice = Math.max(longestSlice, now - last);
    last = now;
    return false;
  };
  for (let index = 0n; index < transactions; index++) {
    const message = loopMessage(index * countsPerTransaction, transactionGas);
    const { status, gasLeft } = engine.run(caseBlock, message, state, { natives: caseNatives, shouldStop });
    if (status !== 'success') throw new Error(`the loop ended with ${status}`);
    shouldStop();
    gas += transactionGas - gasLeft;
  }
  const executed = performance.now();
  database.prepare(state.changes());
  const end = performance.now();
  const { user, system } = process.cpuUsage(before);
  await store.close();
  return {
    gas: Number(gas),
    cpu: (user + system) / 1000,
    time: end - start,
    rootTime: end - executed,
    longestSlice,
    pagesRead: process.resourceUsage().majorPageFault - pagesBefore,
    memory: process.memoryUsage.rss() / 2 ** 20,
  };
}
