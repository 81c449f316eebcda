import type { NetworkStatus, Peer } from '../../../kernel/network-status.ts';
import type { Clock } from '../../building/clock.ts';
import { InterruptibleTimer } from '../../building/interruptible-timer.ts';
import { CometError } from '../comet-error.ts';
import type { CometRpc } from './comet-rpc.ts';
import { provenHeight } from './proven-height.ts';

type MonitorOptions = {
  readonly rpc: CometRpc;
  readonly clock: Clock;
  /** peers to stay connected to, as id@host:port */
  readonly persistentPeers: readonly string[];
  /** height of the newest committed block */
  readonly height: () => number;
  /** the height that the network should have by now */
  readonly expectedHeight: () => number;
  /**
   * milliseconds without a block, while one is proven to be decided, or without a response of CometBFT, after which the
   * monitor acts; 0 = never
   */
  readonly stallTimeoutMs: number;
  /** whether CometBFT runs, as far as known: only then it has to respond */
  readonly isRunning: () => boolean;
  /** Called when CometBFT has not responded for that many seconds. Throws where it cannot be started again. */
  readonly onSilence: (seconds: number) => void;
};

/**
 * Blocks that may be late at the head of a network. CometBFT says that it is catching up while any peer claims a greater
 * height: a node whose newest block is no older than that is not.
 */
const lateBlocks = 3;
/** Milliseconds between two checks of the network. */
const intervalMs = 1_000;
/**
 * Of so many checks only the first asks CometBFT while blocks arrive: its responses cost as much as part of a block.
 */
const steadyChecks = 5;
/**
 * Milliseconds between two attempts to connect to a peer that is missing. CometBFT itself tries every 5 to 8 seconds,
 * and after 20 attempts at times that grow to hours.
 */
const dialIntervalMs = 2_000;
/** Milliseconds without a block after which the votes of the height in progress are requested. */
const maxQuietMs = 5_000;
/**
 * Most milliseconds that count between two checks: whoever stops this process for longer has stopped its clients too.
 */
const longestCheckMs = 12_000;

/** Monitors CometBFT, the peers, and whether this node lacks a block that the network has decided. */
export class NetworkMonitor {
  readonly #options: MonitorOptions;
  readonly #timer: InterruptibleTimer;
  #peers: readonly Peer[] = [];
  /** those of the persistent peers that were not connected at the last look */
  #missing: readonly string[] = [];
  #dialledAt = 0;
  #isSyncing = false;
  #startingBlock = 0;
  /** the highest block that is proven to be decided */
  #proven = 0;
  #lastHeight = -1;
  /** checks since CometBFT was asked last */
  #checks = 0;
  #lastCheck: number;
  /** milliseconds without a new block */
  #quietMs = 0;
  /** milliseconds of these in which a newer block was proven */
  #behindMs = 0;
  /** milliseconds without a sign of CometBFT: a response, or a new block */
  #silenceMs = 0;

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#timer = new InterruptibleTimer(options.clock);
    this.#lastCheck = options.clock.elapsed();
  }

  status(): NetworkStatus {
    const currentBlock = this.#options.height();
    const highestBlock = this.#isSyncing ? this.#options.expectedHeight() : currentBlock;
    const syncing = { startingBlock: this.#startingBlock, currentBlock, highestBlock };
    return { peers: this.#peers, syncing: highestBlock - currentBlock > lateBlocks ? syncing : undefined };
  }

  /** seconds for which a newer block was proven while this node received none */
  get stalledSeconds(): number {
    return this.#behindMs / 1_000;
  }

  /**
   * Checks the network periodically until the signal aborts. Rejects with a CometError when this node is left behind,
   * and with what `onSilence` throws.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#passTime();
      if (this.#mustAsk()) await this.#look();
      this.#noteProgress();
      this.#assertResponse();
      this.#assertProgress();
      await this.#timer.sleep(intervalMs, signal);
    }
  }

  #passTime(): void {
    const now = this.#options.clock.elapsed();
    const passed = Math.min(now - this.#lastCheck, longestCheckMs);
    this.#lastCheck = now;
    this.#quietMs += passed;
    this.#behindMs = this.#isBehind() ? this.#behindMs + passed : 0;
    this.#silenceMs = this.#options.isRunning() ? this.#silenceMs + passed : 0;
    this.#noteProgress();
  }

  #mustAsk(): boolean {
    const isConnected = this.#peers.length > 0 && this.#missing.length === 0;
    const isSteady = isConnected && !this.#isSyncing && this.#quietMs <= maxQuietMs;
    this.#checks = isSteady ? (this.#checks + 1) % steadyChecks : 0;
    return this.#checks === 0;
  }

  async #look(): Promise<void> {
    try {
      await this.#lookAtPeers();
    } catch {
      this.#peers = []; // CometBFT starts, starts again, or hangs
      return;
    }
    try {
      if (this.#quietMs > maxQuietMs) {
        const { round_state } = await this.#options.rpc.consensus();
        this.#proven = provenHeight(round_state);
      }
      this.#silenceMs = 0;
    } catch {
      // its consensus hangs, such as on a remote signer that does not respond
    }
  }

  async #lookAtPeers(): Promise<void> {
    const { rpc, height } = this.#options;
    const { sync_info } = await rpc.status();
    const { peers } = await rpc.netInfo();
    this.#peers = peers.map(toPeer);
    if (sync_info.catching_up && !this.#isSyncing) this.#startingBlock = height();
    this.#isSyncing = sync_info.catching_up;
    await this.#dialMissing();
  }

  async #dialMissing(): Promise<void> {
    const { rpc, clock, persistentPeers } = this.#options;
    const connected = new Set(this.#peers.map(({ id }) => id));
    this.#missing = persistentPeers.filter((peer) => !connected.has(peer.split('@')[0] ?? ''));
    if (this.#missing.length === 0 || clock.elapsed() - this.#dialledAt < dialIntervalMs) return;
    this.#dialledAt = clock.elapsed();
    await rpc.dial(this.#missing);
  }

  #noteProgress(): void {
    const { height } = this.#options;
    if (height() === this.#lastHeight) return;
    this.#lastHeight = height();
    this.#quietMs = 0;
    this.#behindMs = 0;
    this.#silenceMs = 0;
  }

  #isBehind(): boolean {
    return this.#proven > this.#options.height();
  }

  /** CometBFT may hang without an end: stopped by a signal, or by a disk that does not respond. */
  #assertResponse(): void {
    const { stallTimeoutMs, onSilence } = this.#options;
    if (stallTimeoutMs === 0 || this.#silenceMs < stallTimeoutMs) return;
    const seconds = Math.round(this.#silenceMs / 1000);
    this.#silenceMs = 0;
    onSilence(seconds);
  }

  #assertProgress(): void {
    const { height, stallTimeoutMs } = this.#options;
    if (stallTimeoutMs === 0 || this.#behindMs < stallTimeoutMs || !this.#isBehind()) return;
    const seconds = Math.round(this.#behindMs / 1000);
    throw new CometError({ code: 'stalled', height: height(), highest: this.#proven, seconds });
  }
}

type CometPeer = Awaited<ReturnType<CometRpc['netInfo']>>['peers'][number];

/** Peers listen on any address, so the one they came from is taken, with the port they listen on. */
export function toPeer({ remote_ip, node_info }: CometPeer): Peer {
  const port = /:(\d+)$/.exec(node_info.listen_addr)?.[1] ?? '0';
  const host = remote_ip.includes(':') ? `[${remote_ip}]` : remote_ip;
  return { id: node_info.id, address: `${host}:${port}`, moniker: node_info.moniker };
}
