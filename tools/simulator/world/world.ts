import assert from 'node:assert/strict';
import type { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import { replaceMachine } from '#qord/primitives/machine.ts';
import { Random } from '#qord/testing/random/random.ts';
import { Held } from '../checks/held.ts';
import { Journal } from '../journal.ts';
import type { Fault, Profile } from '../profile.ts';
import { Connection, type ConnectionListener, type WireManners } from './connection.ts';
import { Decisions } from './decisions.ts';
import { Disk } from './disk.ts';
import { EngineInstances } from './engine-instances.ts';
import { noThreadFaults } from './inline-thread.ts';
import { ListeningSockets, type Place } from './listening.ts';
import { type Process, Scheduler } from './scheduler.ts';
import { createMachine } from './simulated-machine.ts';
import { createThreadStarter } from './thread-programs.ts';

/** How bytes travel when nothing goes wrong. */
export const polite: WireManners = { delayMs: 2, isCut: 0, readingMs: 1 };

/** Milliseconds until a process knows that it listens, at most. */
const listeningMs = 20;

/** Milliseconds in which a process ends that has closed its connections: its disk may be slow. */
const endingMs = 10_000;

const clients: Process = { name: 'clients', isAlive: true };
const nobody: Process = { name: 'nobody', isAlive: false };

/** What a run follows from, and who looks at it. */
export type WorldOptions = {
  readonly seed: number;
  readonly profile: Profile;
  /** how seldom is asked what is not asked at each block, 1 being most often; follows from the seed when left out */
  readonly every?: number | undefined;
  /** how many times as long clients pause; 1 when left out */
  readonly pace?: number | undefined;
  /** the decisions that happen; all when left out */
  readonly only?: ReadonlySet<string> | undefined;
  /** Gets each line of the journal. */
  readonly print?: ((line: string) => void) | undefined;
  /** Counts the events. */
  readonly beat?: Int32Array | undefined;
};

/** Some seeds ask about everything; others ask little, and play many and large blocks. */
const densities = [1, 4, 16] as const;

/** All that nodes and clients of one run share: time, chance, disks and the network. */
export class World {
  readonly journal: Journal;
  readonly scheduler: Scheduler;
  /** chance of faults, and of the client that acts; the machine has a generator of its own */
  random: Random;
  readonly decisions: Decisions;
  readonly profile: Profile;
  /** how seldom clients ask and checks look at everything; 1 is most often */
  readonly every: number;
  /** how many times as long clients pause */
  readonly pace: number;
  readonly listening: ListeningSockets;
  readonly held = new Held();
  readonly #disks = new Map<string, Disk>();
  readonly #connections = new Set<Connection>();
  readonly #generators = new Map<string, Random>();
  readonly #instances = new EngineInstances();
  readonly #undo: (() => void)[] = [];
  readonly #seed: number;
  /** processes whose disk has failed: what they answer until they end may be an internal error */
  readonly failed = new Set<Process>();
  /** what the end of a process will explain, each as often as it waits for that */
  readonly unexplained: string[] = [];
  /** limits that were small for a process of a node */
  readonly small = new Set<string>();
  /** whether few transactions fill a block */
  hasSmallBlocks = false;
  /** whether somebody has blocks made at any time, by methods that any limit could refuse */
  isDeveloped = false;
  /** Faults have stopped: bytes travel fast. */
  isCalm = false;

  constructor({ seed, profile, print, only, beat, every, pace = 1 }: WorldOptions) {
    this.pace = pace;
    this.every = every ?? new Random(seed ^ 0xde5e).pick(densities);
    this.journal = new Journal(print);
    this.profile = profile;
    this.#seed = seed;
    this.decisions = new Decisions(only);
    this.random = new Random(seed);
    this.scheduler = new Scheduler(new Random(seed ^ 0x5eed), this.journal, beat);
    this.listening = new ListeningSockets();
  }

  /** Writes into the journal. */
  note(who: string, what: string): void {
    this.journal.note(this.scheduler.nowMs, who, what);
  }

  /** An instance of the interpreter for the process that runs now. */
  readonly createInstance = (): EvmInstance => this.#instances.take(this.scheduler.process);

  /** Takes the place of the machine until `close`. */
  install(): void {
    const random = new Random(this.#seed ^ 0x7ead);
    const { scheduler, profile, decisions } = this;
    const faults = () => (this.isCalm ? noThreadFaults : profile.threads);
    const threads = { scheduler, random, decisions, faults };
    const startThread = createThreadStarter(threads, (dataFolder) => this.diskOf(dataFolder), this.createInstance);
    const machine = createMachine(scheduler, random, startThread);
    const { setTimeout: before } = globalThis;
    this.#undo.push(
      replaceMachine(machine),
      this.held.install(() => scheduler.process),
      this.listening.install(
        () => scheduler.process,
        (done) => void scheduler.after(random.below(listeningMs), 'listens', done),
      ),
      () => Object.assign(globalThis, { setTimeout: before }),
    );
    // an exception that nobody catches would end the process of the node
    const fail = (error: unknown) => scheduler.fail(error);
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, fail);
      this.#undo.push(() => process.off(event, fail));
    }
    // for libraries, such as ws, whose timers end what they wait for
    Object.assign(globalThis, { setTimeout: machine.setTimeout });
  }

  close(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  diskOf(dataFolder: string): Disk {
    const disk = this.#disks.get(dataFolder) ?? new Disk(this);
    this.#disks.set(dataFolder, disk);
    return disk;
  }

  /** The generator of this name: what it draws does not depend on how often others draw, or whether there are others. */
  randomOf(name: string): Random {
    const generator = this.#generators.get(name) ?? new Random(this.#seed ^ hashOf(name));
    this.#generators.set(name, generator);
    return generator;
  }

  /** Whether this goes wrong now; nothing does when faults have stopped. */
  fails(fault: Fault): boolean {
    const { [fault]: probability = 0 } = this.profile.faults;
    return !this.isCalm && this.randomOf(fault).chance(probability) && this.decisions.allows(fault);
  }

  /** Asserts that the process ends, or its disk has failed: otherwise it has no reason for what it did. */
  assertEnds(process: Process | undefined, otherwise: string): void {
    this.unexplained.push(otherwise);
    this.later(endingMs, 'looks for the process', () => {
      this.unexplained.splice(this.unexplained.indexOf(otherwise), 1);
      assert.ok(process?.isAlive !== true || process.isEnding === true || this.failed.has(process), otherwise);
    });
  }

  /** Connects a client at this address to what listens at the port or the file of a unix socket. */
  connect(place: Place, address: string, manners: WireManners, listener: ConnectionListener): Connection {
    const server = this.listening.processAt(place);
    const ends = { server: server ?? nobody, client: clients, address };
    const connection: Connection = new Connection(this, ends, () => (this.isCalm ? polite : manners), {
      onData: (bytes) => listener.onData(bytes),
      onClose: () => listener.onClose(),
    });
    if (server === undefined) {
      connection.socket.on('error', () => {}); // nobody is there
      connection.lose();
      return connection;
    }
    this.#connections.add(connection);
    connection.socket.once('close', () => this.#connections.delete(connection));
    this.scheduler.after(0, 'connects', () => this.listening.connect(place, connection.socket), server);
    return connection;
  }

  /** Ends a process at once: nothing that it has begun happens any more, and its connections are lost. */
  kill(process: Process): void {
    this.scheduler.kill(process);
    this.#instances.release(process);
    this.held.forget(process);
    for (const connection of this.#connections) {
      if (connection.server !== process) continue;
      connection.lose();
      connection.socket.release();
      this.#connections.delete(connection);
    }
  }

  /**
   * Has a client act again and again, at most so many milliseconds later each time. When it acts, and what it draws then,
   * follows from the seed and its name alone, whatever others do.
   */
  actAgain(name: string, pauseMs: number, act: () => void): void {
    const own = this.randomOf(name);
    const again = () =>
      this.later(own.below(pauseMs), 'acts', () => {
        const drawn = new Random(own.below(2 ** 31));
        const before = this.random;
        this.random = drawn;
        try {
          if (this.decisions.allows(name)) act();
        } finally {
          this.random = before;
        }
        again();
      });
    again();
  }

  /** Has a client do something after a delay. */
  later(delayMs: number, label: string, act: () => void): void {
    this.scheduler.after(delayMs, label, act, clients);
  }
}

/** FNV-1a, 31 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 1;
}
