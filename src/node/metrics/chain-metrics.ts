import { Counter, Gauge, type Registry } from 'prom-client';
import type { ChainReader } from '../../chain/types.ts';
import { hookFailedTopic } from '../../kernel/module-sdk/hook-failed.ts';
import { elapsedMs } from '../../primitives/machine.ts';
import type { Threads } from '../../primitives/threads.ts';
import type { NodeControl } from '../../rpc/node-control.ts';
import { type AddGauge, addNetworkGauges, addThreadGauges } from './network-metrics.ts';

/** The network of the node. */
type Watched = {
  readonly chain: ChainReader;
  readonly control: NodeControl;
  readonly threads: Pick<Threads, 'pools'>;
};

/**
 * Metrics of blocks and of the pool, updated by the events of the node. Returns what watches another network instead.
 */
export function watchNetwork(register: Registry, first: Watched): (next: Watched) => void {
  const registers = [register];
  const blocks = new Counter({ name: 'qord_blocks_total', help: 'Blocks committed since the start.', registers });
  const transactions = new Counter({
    name: 'qord_transactions_total',
    help: 'Transactions in committed blocks since the start.',
    registers,
  });
  const gas = new Counter({ name: 'qord_gas_used_total', help: 'Gas used in those blocks.', registers });
  const failedHooks = new Counter({
    name: 'qord_module_hook_failures_total',
    help: 'Hooks of modules that state or block made fail, and whose changes were undone, by the address of the module.',
    labelNames: ['module'],
    registers,
  });
  const head: AddGauge = (name, help, read) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  let watched = first;
  const [chain, node] = [() => watched.chain, () => watched.control];
  head('qord_height', 'Height of the newest block.', () => chain().head().number);
  head(
    'qord_head_timestamp_seconds',
    'Time of the newest block, in seconds since 1970.',
    () => chain().head().timestamp,
  );
  let committedAt = elapsedMs();
  head(
    'qord_seconds_since_block',
    'Seconds since a block was committed, or since the start while none was.',
    () => Math.round(elapsedMs() - committedAt) / 1_000,
  );
  head('qord_base_fee_wei', 'Base fee of the newest block, in wei per gas.', () => Number(chain().head().baseFee));
  head('qord_mempool_pending', 'Waiting transactions that can run now.', () => node().mempool.counts().pending);
  head('qord_mempool_queued', 'Waiting transactions behind a nonce gap.', () => node().mempool.counts().queued);
  addNetworkGauges(register, head, node);
  addThreadGauges(register, () => watched.threads);
  head('qord_mempool_bytes', 'Bytes of all waiting transactions.', () => node().mempool.byteSize());
  const watch = (next: Watched) => {
    watched = next;
    next.control.onBlock({ kind: 'client', name: 'metrics of blocks' }, ({ block: { header }, events }) => {
      committedAt = elapsedMs();
      blocks.inc();
      transactions.inc(header.transactionCount);
      gas.inc(Number(header.gasUsed));
      for (const { address, topics } of events) if (topics[0] === hookFailedTopic) failedHooks.inc({ module: address });
    });
  };
  watch(first);
  return watch;
}
