import { Gauge, type Registry } from 'prom-client';
import type { Threads, WorkerStatistics } from '../../primitives/threads.ts';
import type { NodeControl } from '../../rpc/node-control.ts';
import type { WorkStatistics } from '../../scheduling/work-line.ts';

/** Adds a gauge that is read when the page is. */
export type AddGauge = (name: string, help: string, read: () => number) => void;

/** Metrics of peers and of consensus; those of CometBFT only where a node runs under it. */
export function addNetworkGauges(register: Registry, add: AddGauge, node: () => NodeControl): void {
  add('qord_peers', 'Connected peers.', () => node().peers().length);
  add('qord_syncing', '1 while the node gets blocks that its network has already.', () => (node().syncing() ? 1 : 0));
  add(
    'qord_blocks_behind',
    'While it is syncing: blocks that the network should have by its pace and this node has not.',
    () => {
      const sync = node().syncing();
      return sync === undefined ? 0 : sync.highestBlock - sync.currentBlock;
    },
  );
  new Gauge({
    name: 'qord_rejected_from_peers',
    help: 'Entries and transactions of peers that were rejected since the start, by reason.',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      for (const [reason, count] of node().rejectedFromPeers()) this.set({ reason }, count);
    },
  });
  new Gauge({
    name: 'qord_contained_faults',
    help: 'Errors since the start that ended nothing: of threads, and of listeners of clients. By part.',
    labelNames: ['part'],
    registers: [register],
    collect() {
      for (const [part, count] of node().faults.counts) this.set({ part }, count);
    },
  });
  addMainThreadGauges(register, node);
  const comet = () => node().consensusProcess();
  if (comet() === undefined) return;
  add('qord_comet_running', '1 while CometBFT runs and is connected.', () => (comet()?.isRunning ? 1 : 0));
  add('qord_comet_restarts', 'How often this node has started CometBFT again.', () => comet()?.restarts ?? 0);
  add(
    'qord_stalled_seconds',
    'Seconds for which the validators have decided a block that this node lacks; it ends at comet.stall-timeout.',
    () => comet()?.stalledSeconds ?? 0,
  );
}

/** What other threads do, by pool. */
export function addThreadGauges(register: Registry, threads: () => Pick<Threads, 'pools'>): void {
  const add = (name: string, help: string, read: (pool: WorkerStatistics) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [register],
      collect() {
        this.reset();
        for (const [pool, { statistics }] of threads().pools)
          this.set({ pool: pool.replace(/^of /, '') }, read(statistics));
      },
    });
  add('qord_threads', 'Threads beside the main thread.', ({ threads: count }) => count);
  add('qord_thread_tasks_running', 'Tasks that a thread has.', ({ running }) => running);
  add('qord_thread_tasks_waiting', 'Tasks that wait for a thread.', ({ waiting }) => waiting);
  add('qord_threads_ended', 'Threads that have ended by themselves since the start.', ({ ended }) => ended);
}

function addMainThreadGauges(register: Registry, node: () => NodeControl): void {
  const add = (name: string, help: string, read: (work: Readonly<WorkStatistics>) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [register],
      collect() {
        for (const [kind, work] of Object.entries(node().mainThread.statistics)) this.set({ kind }, read(work));
      },
    });
  add('qord_main_thread_waiting', 'Pieces of work that wait for the main thread.', ({ waiting }) => waiting);
  add('qord_main_thread_seconds', 'Seconds of the main thread since the start.', ({ spentMs }) => spentMs / 1_000);
  add('qord_main_thread_dropped', 'Pieces of work that were dropped: too many waited.', ({ dropped }) => dropped);
  add(
    'qord_main_thread_longest_wait_seconds',
    'The longest time that a piece of work has waited since the start.',
    ({ longestWaitMs }) => longestWaitMs / 1_000,
  );
}
