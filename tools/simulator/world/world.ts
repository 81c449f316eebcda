import { replaceMachine } from '#qord/primitives/machine.ts';
import { Random } from '#qord/testing/random/random.ts';
import { Journal } from '../journal.ts';
import type { Profile } from '../profile.ts';
import { Connection, type ConnectionListener, type WireManners } from './connection.ts';
import { Disk } from './disk.ts';
import { ListeningSockets, type Place } from './listening.ts';
import { type Process, Scheduler } from './scheduler.ts';
import { createMachine } from './simulated-machine.ts';
import { createThreadStarter } from './thread-programs.ts';

/** How bytes travel when nothing goes wrong. */
export const polite: WireManners = { delayMs: 2, isCut: 0, readingMs: 1 };

const clients: Process = { name: 'clients', isAlive: true };

/** All that nodes and clients of one run share: time, chance, disks and the network. */
export class World {
  readonly journal: Journal;
  readonly scheduler: Scheduler;
  /** chance of clients and faults; the machine has a generator of its own */
  readonly random: Random;
  readonly profile: Profile;
  readonly listening: ListeningSockets;
  readonly #disks = new Map<string, Disk>();
  readonly #connections = new Set<Connection>();
  readonly #undo: (() => void)[] = [];
  #lastPort = 40_000;
  /** Faults have stopped: bytes travel fast. */
  isCalm = false;

  constructor(seed: number, profile: Profile, print?: (line: string) => void) {
    this.journal = new Journal(print);
    this.profile = profile;
    this.random = new Random(seed);
    this.scheduler = new Scheduler(new Random(seed ^ 0x5eed), this.journal);
    this.listening = new ListeningSockets();
  }

  /** Takes the place of the machine until `close`. */
  install(seed: number): void {
    const random = new Random(seed ^ 0x7ead);
    const { scheduler, profile } = this;
    const diskOf = (dataFolder: string) => this.diskOf(dataFolder);
    const startThread = createThreadStarter({ scheduler, random, faults: profile.threads, diskOf });
    const machine = createMachine(scheduler, random, startThread);
    const { setTimeout: before } = globalThis;
    this.#undo.push(
      replaceMachine(machine),
      this.listening.install(() => scheduler.process),
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
    const disk = this.#disks.get(dataFolder) ?? new Disk(this.scheduler, this.random);
    this.#disks.set(dataFolder, disk);
    return disk;
  }

  /** Connects a client at this address to what listens at the port or the file of a unix socket. */
  connect(place: Place, address: string, manners: WireManners, listener: ConnectionListener): Connection {
    const server = this.listening.processAt(place);
    const ends = { server: server ?? clients, client: clients, address, port: ++this.#lastPort };
    const connection: Connection = new Connection(this, ends, () => (this.isCalm ? polite : manners), {
      onData: (bytes) => listener.onData(bytes),
      onClose: () => {
        this.#connections.delete(connection);
        listener.onClose();
      },
    });
    this.#connections.add(connection);
    if (server === undefined) {
      connection.socket.on('error', () => {}); // nobody is there
      connection.lose();
    }
    if (server !== undefined)
      this.scheduler.after(0, 'connects', () => this.listening.connect(place, connection.socket), server);
    return connection;
  }

  /** Ends a process at once: nothing that it has begun happens any more, and its connections are lost. */
  kill(process: Process): void {
    process.isAlive = false;
    for (const connection of this.#connections) if (connection.server === process) connection.lose();
  }

  /** Has a client do something after a delay. */
  later(delayMs: number, label: string, act: () => void): void {
    this.scheduler.after(delayMs, label, act, clients);
  }
}
