import type { Clock } from '../../building/clock.ts';
import { InterruptibleTimer } from '../../building/interruptible-timer.ts';
import type { NetworkStatus, Peer } from '../../types.ts';
import { CometError } from '../comet-error.ts';
import type { CometRpc } from './comet-rpc.ts';

type MonitorOptions = {
  readonly rpc: CometRpc;
  readonly clock: Clock;
  /** height of the newest committed block */
  readonly height: () => number;
  /** milliseconds without a block, while peers have newer ones, after which the node must end; 0 = never */
  readonly stallTimeout: number;
};

/** Milliseconds between two checks of the network. */
const interval = 1_000;
/** Milliseconds without a block after which the heights of the peers are requested. */
const quietTime = 5_000;

/** Monitors the peers and their heights. */
export class NetworkMonitor {
  readonly #options: MonitorOptions;
  readonly #timer: InterruptibleTimer;
  #peers: readonly Peer[] = [];
  #isSyncing = false;
  #startingBlock = 0;
  #highest = 0;
  #lastHeight = -1;
  #lastProgress: number;

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#timer = new InterruptibleTimer(options.clock);
    this.#lastProgress = options.clock.elapsed();
  }

  status(): NetworkStatus {
    const currentBlock = this.#options.height();
    const highestBlock = Math.max(this.#highest, currentBlock);
    const syncing = { startingBlock: this.#startingBlock, currentBlock, highestBlock };
    return { peers: this.#peers, syncing: this.#isSyncing ? syncing : undefined };
  }

  /**
   * Checks the network periodically until the signal aborts. Rejects with a CometError when this node is left behind.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#look();
      this.#assertProgress();
      await this.#timer.sleep(interval, signal);
    }
  }

  async #look(): Promise<void> {
    const { rpc, height, clock } = this.#options;
    this.#noteProgress();
    try {
      const { sync_info } = await rpc.status();
      const { peers } = await rpc.netInfo();
      this.#peers = peers.map(toPeer);
      if (sync_info.catching_up && !this.#isSyncing) this.#startingBlock = height();
      this.#isSyncing = sync_info.catching_up;
      const isQuiet = clock.elapsed() - this.#lastProgress > quietTime;
      if (!this.#isSyncing && !isQuiet) return;
      const heights = await rpc.peerHeights();
      this.#highest = Math.max(0, ...heights.map((working) => working - 1));
    } catch {
      this.#peers = []; // CometBFT starts, or starts again
    }
  }

  #noteProgress(): void {
    const { height, clock } = this.#options;
    if (height() === this.#lastHeight) return;
    this.#lastHeight = height();
    this.#lastProgress = clock.elapsed();
  }

  #assertProgress(): void {
    const { height, clock, stallTimeout } = this.#options;
    this.#noteProgress();
    const quiet = clock.elapsed() - this.#lastProgress;
    const isBehind = this.#peers.length > 0 && this.#highest > height() + 1;
    if (stallTimeout === 0 || quiet < stallTimeout || !isBehind) return;
    const seconds = Math.round(quiet / 1000);
    throw new CometError({ code: 'stalled', height: height(), highest: this.#highest, seconds });
  }
}

type CometPeer = Awaited<ReturnType<CometRpc['netInfo']>>['peers'][number];

/** Peers listen on any address, so the one they came from is taken, with the port they listen on. */
export function toPeer({ remote_ip, node_info }: CometPeer): Peer {
  const port = /:(\d+)$/.exec(node_info.listen_addr)?.[1] ?? '0';
  const host = remote_ip.includes(':') ? `[${remote_ip}]` : remote_ip;
  return { id: node_info.id, address: `${host}:${port}`, moniker: node_info.moniker };
}
