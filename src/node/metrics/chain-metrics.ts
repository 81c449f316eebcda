import { Counter, Gauge, type Registry } from 'prom-client';
import type { ChainReader } from '../../chain/types.ts';
import type { NodeControl } from '../../rpc/types.ts';

/** The network of the node. */
type Watched = { readonly chain: ChainReader; readonly control: NodeControl };

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
  const head = (name: string, help: string, read: () => number) =>
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
  head('qord_base_fee_wei', 'Base fee of the newest block, in wei per gas.', () => Number(chain().head().baseFee));
  head('qord_mempool_pending', 'Waiting transactions that can run now.', () => node().mempool.counts().pending);
  head('qord_mempool_queued', 'Waiting transactions behind a nonce gap.', () => node().mempool.counts().queued);
  head('qord_peers', 'Connected peers.', () => node().peers().length);
  head('qord_syncing', '1 while the node gets blocks that its network has already.', () => (node().syncing() ? 1 : 0));
  head('qord_blocks_behind', 'Blocks that peers have and this node has not, as far as known.', () => {
    const sync = node().syncing();
    return sync === undefined ? 0 : sync.highestBlock - sync.currentBlock;
  });
  new Gauge({
    name: 'qord_rejected_from_peers',
    help: 'Entries and transactions of peers that were rejected since the start, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      for (const [reason, count] of node().rejectedFromPeers()) this.set({ reason }, count);
    },
  });
  head('qord_mempool_bytes', 'Bytes of all waiting transactions.', () => node().mempool.byteSize());
  const watch = (next: Watched) => {
    watched = next;
    next.control.onBlock(({ block: { header } }) => {
      blocks.inc();
      transactions.inc(header.transactionCount);
      gas.inc(Number(header.gasUsed));
    });
  };
  watch(first);
  return watch;
}
