import { existsSync, renameSync, rmSync } from 'node:fs';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Home } from '../config/home.ts';
import { presentSeconds } from '../primitives/time.ts';
import type { ForkWish } from '../rpc/fork-control.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import { newDevGenesis } from './genesis-file.ts';
import type { Log } from './log/create-log.ts';
import { logNetwork } from './log/log-blocks.ts';
import type { Interfaces } from './open-interfaces.ts';
import { type Network, type NodeOptions, openNetwork } from './open-network.ts';
import { readForkGenesis } from './start-genesis.ts';
import { writeHome } from './write-home.ts';

type ReplaceableOptions = NodeOptions & { readonly nodeId: string; readonly mainThread: MainThread };

/**
 * The network of a node, which `anvil_reset` replaces by another while the interfaces stay open: what was made of the
 * old one is closed, its data are removed, and all parts are opened again. Requests wait meanwhile.
 */
export class ReplaceableNetwork {
  readonly #options: ReplaceableOptions;
  readonly #log: Log;
  /** Resolves when the node has stopped; rejects when it cannot continue */
  readonly ended: Promise<void>;
  #resolveEnded: () => void = () => {};
  #rejectEnded: (error: unknown) => void = () => {};
  #current: Network;
  #interfaces: Interfaces | undefined;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #replacing: Promise<void> | undefined;
  readonly #replacedListeners: (() => void)[] = [];

  constructor(first: Network, options: ReplaceableOptions, log: Log) {
    this.#current = first;
    this.#options = options;
    this.#log = log;
    this.ended = new Promise((resolve, reject) => {
      this.#resolveEnded = resolve;
      this.#rejectEnded = reject;
    });
    this.ended.catch(() => {}); // the caller that awaits the end of the node gets the error
  }

  get current(): Network {
    return this.#current;
  }

  /** Makes or follows blocks, for these interfaces. */
  run(interfaces: Interfaces): void {
    this.#interfaces = interfaces;
    this.#run();
  }

  onReplaced(listener: () => void): void {
    this.#replacedListeners.push(listener);
  }

  /** Makes no more blocks. */
  async stop(): Promise<void> {
    await this.#replacing?.catch(() => {});
    this.#stop.abort();
    await this.#running.catch(() => {}); // the caller that awaits `ended` gets the error
  }

  close(): Promise<void> {
    return this.#current.close();
  }

  /** As `DevelopmentControl.startAnew`. */
  async startAnew(wish: ForkWish | undefined): Promise<void> {
    if (this.#replacing !== undefined) throw new RpcError(-32000, 'this network is being replaced already');
    this.#replacing = this.#startAnew(wish).finally(() => {
      this.#replacing = undefined;
    });
    await this.#replacing;
  }

  async #startAnew(wish: ForkWish | undefined): Promise<void> {
    const originUrl = wish && (wish.url ?? this.#current.fork?.url);
    const genesis = await this.#genesisOf(wish, originUrl);
    this.#interfaces?.hold();
    try {
      await this.#replace(genesis, originUrl);
    } catch (error) {
      this.#rejectEnded(error);
      throw error;
    }
  }

  async #genesisOf(wish: ForkWish | undefined, url: string | undefined): Promise<GenesisDocument> {
    const { config, nodeId } = this.#options;
    const development = await newDevGenesis(config, presentSeconds());
    if (wish === undefined) return development;
    const words = 'Forking not enabled and RPC URL not provided to start forking'; // those of anvil
    if (!url) throw new RpcError(-32602, words);
    return readForkGenesis({ url, blockNumber: wish.blockNumber, nodeId }, config, development);
  }

  async #replace(genesis: GenesisDocument, originUrl: string | undefined): Promise<void> {
    const { home } = this.#options;
    const old = this.#current;
    this.#stop.abort();
    await this.#running;
    await old.close();
    removeChain(home);
    writeHome(home, genesis);
    const rest = {
      plan: undefined,
      onLocked: async () => {},
      startAnew: (wish: ForkWish | undefined) => this.startAnew(wish),
    };
    this.#current = await openNetwork({ ...this.#options, genesis, originUrl, ...rest }, this.#log);
    keepSettings(old, this.#current);
    logNetwork(this.#current, this.#log);
    this.#interfaces?.replace(this.#current.parts);
    this.#run();
    const { fork } = genesis;
    this.#log.info({ origin: this.#current.fork?.originName, block: fork?.blockNumber }, 'another network has begun');
    for (const listener of this.#replacedListeners) listener();
  }

  #run(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#running = this.#current.run(stop.signal);
    this.#running.then(
      () => {
        if (this.#replacing === undefined) this.#resolveEnded();
      },
      (error) => this.#rejectEnded(error),
    );
  }
}

/** Removes the chain of a home. Its genesis stays beside the next one: somebody may have written it. */
function removeChain({ dataFolder, chainFile, genesisFile }: Home): void {
  rmSync(chainFile, { force: true });
  rmSync(dataFolder, { recursive: true, force: true });
  if (existsSync(genesisFile)) renameSync(genesisFile, `${genesisFile}.before-reset`);
}

/** What anvil keeps at a reset, besides the log: how blocks are made. */
function keepSettings(old: Network, { control, chain }: Network): void {
  const before = old.control.development;
  const after = control.development;
  if (before === undefined || after === undefined) return;
  after.setAutomine(before.isAutomining);
  after.setBlockInterval(before.blockIntervalMs);
  after.setTimeStep(before.timeStepMs);
  if (before.chosenProposer !== undefined) after.setProposer(before.chosenProposer);
  const { gasLimit } = old.chain.rules.overrides;
  if (gasLimit !== undefined) chain.rules.overrides.gasLimit = gasLimit;
}
