import { existsSync, rmSync } from 'node:fs';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import type { Home } from '#qord/config/home.ts';
import { readConfig } from '#qord/config/read-config.ts';
import { createNode, type QordNode } from '#qord/node/create-node.ts';
import { createLog } from '#qord/node/log/create-log.ts';
import { situation } from '../situations.ts';
import type { Disk } from '../world/disk.ts';
import type { Process } from '../world/scheduler.ts';
import type { World } from '../world/world.ts';
import { chooseSettings, type Settings } from './settings.ts';

/** Ports of the interfaces of the node with this number: one that starts again is found where it was. */
export function portsOf(index: number) {
  const http = 8_545 + 100 * index;
  return { http, webSocket: http + 1, svm: http + 354, svmWebSocket: http + 355 } as const;
}

/** Called when a node has ended by itself, or has logged an error. */
export type NodeListener = {
  onStarted(node: QordNode): void;
  onLog(line: string): void;
  onEnded(error: unknown): void;
};

type NodePlace = { readonly name: string; readonly home: Home; readonly genesis: GenesisDocument };

/** One node in a simulated world: its processes come and go, its home stays. */
export class SimulatedNode {
  readonly disk: Disk;
  readonly #world: World;
  #place: NodePlace;
  readonly #listener: NodeListener;
  #process: Process | undefined;
  #node: QordNode | undefined;
  #starts = 0;
  #settings: Settings | undefined;

  constructor(world: World, place: NodePlace, listener: NodeListener) {
    this.#world = world;
    this.#place = place;
    this.#listener = listener;
    this.disk = world.diskOf(place.home.dataFolder);
  }

  /** The running node; undefined while it starts, and after it was killed. */
  get running(): QordNode | undefined {
    return this.#node;
  }

  /** What its process was started with. */
  get settings(): Settings | undefined {
    return this.#settings;
  }

  /** Whether it has a process. */
  get isAlive(): boolean {
    return this.#process !== undefined;
  }

  /** Whether its home has a chain. */
  get hasChain(): boolean {
    return existsSync(this.#place.home.chainFile);
  }

  /** Starts a process on the home, in the simulated time. */
  start(): void {
    const { name, home, genesis } = this.#place;
    const process = { name: `${name}.${++this.#starts}`, isAlive: true };
    this.#process = process;
    this.#settings = chooseSettings(this.#world);
    const { flags, small } = this.#settings;
    for (const key of small) this.#world.small.add(key);
    const config = readConfig({ flags, variables: {}, file: home.configFile });
    const log = createLog(config.log, (line) => this.#log(line));
    const { open: openStore } = this.disk;
    const { createInstance } = this.#world;
    const open = async () => {
      const node = await createNode({ config, home, genesis, openStore, createInstance }, log);
      if (this.#process !== process) return; // it was killed while it started
      this.#node = node;
      node.ended.then(
        () => this.#end(process, undefined),
        (error) => this.#end(process, error),
      );
      this.#listener.onStarted(node);
    };
    this.#world.scheduler.after(0, 'starts', () => void open().catch((error) => this.#end(process, error)), process);
  }

  /** Ends the process as `kill -9` does. */
  kill(): void {
    if (this.#process !== undefined) this.#world.kill(this.#process);
    this.#process = undefined;
    this.#node = undefined;
  }

  /** Puts older data back, as who restores a copy of the data folder; makes the copy when there is none. Of a chain only. */
  restoreOrBackUp(): 'restored' | 'backed up' | 'none' {
    if (!this.hasChain) return 'none';
    const done = this.disk.restoreOrBackUp();
    if (done === 'restored') situation('a node starts with older data');
    return done;
  }

  /** Removes its home, so that it begins another chain. */
  beginWith(genesis: GenesisDocument): void {
    this.#place = { ...this.#place, genesis };
    this.disk.clear();
    rmSync(this.#place.home.folder, { recursive: true, force: true }); // none was made when it was killed at its start
  }

  /** Ends it as SIGTERM does; calls back when it has ended. */
  stop(done: () => void): void {
    const node = this.#node;
    if (node === undefined || this.#process === undefined) throw new Error(`${this.#place.name} does not run`);
    const process = this.#process;
    process.isEnding = true;
    this.#process = undefined;
    this.#node = undefined;
    const end = (then: () => void) => {
      this.#world.kill(process);
      then();
    };
    const close = () =>
      void node.close().then(
        () => end(done),
        (error) => end(() => this.#listener.onEnded(error)),
      );
    this.#world.scheduler.after(0, 'stops', close, process);
  }

  #log(line: string): void {
    const [first = ''] = line.replaceAll(this.#place.home.folder, 'home').split('\n'); // the folder has another name each time
    this.#world.note(this.#place.name, first);
    this.#listener.onLog(line);
  }

  #end(process: Process, error: unknown): void {
    if (this.#process !== process) return;
    this.#world.kill(process);
    this.#process = undefined;
    this.#node = undefined;
    this.#listener.onEnded(error);
  }
}
