import { type AddressInfo, Server, Socket } from 'node:net';
import type { Process } from './scheduler.ts';
import type { ServerSocket } from './server-socket.ts';

/** Members of Node's server that count its connections. */
type CountingServer = Server & { _connections: number; _emitCloseIfDrained(): void };

/** Milliseconds, the most of a timer, between checks by Node's HTTP server, which go by the clock of the real machine. */
const neverMs = 2 ** 31 - 1;

/** A port, or the file of a unix socket. */
export type Place = number | string;

type Listening = { readonly server: CountingServer; readonly process: Process };

/**
 * Takes the place of listening sockets: servers of this process are found by their port, and get connections that need
 * no network.
 */
export class ListeningSockets {
  /** sockets by port, or by the file of a unix socket */
  readonly #byPlace = new Map<Place, Listening>();
  #lastPort = 20_000;

  /**
   * Has all servers listen here until the function that is returned is called. `processOf`: who runs now; `soon`: tells
   * it that it listens.
   */
  install(processOf: () => Process, soon: (done: () => void) => void): () => void {
    const { listen, close, address } = Server.prototype;
    const { connect } = Socket.prototype;
    const places = this.#byPlace;
    const open = (server: Server, place: Place) => this.#open(server as CountingServer, place, processOf());
    Object.assign(Server.prototype, {
      listen(this: Server, ...args: unknown[]) {
        const [options] = args;
        const named = typeof options === 'object' && options !== null && 'port' in options ? options.port : options;
        const [done] = args.slice(-1);
        if (typeof done === 'function') this.once('listening', () => done.call(this));
        soon(() => {
          const place = open(this, typeof named === 'string' ? named : Number(named));
          const port = typeof place === 'number' ? place : 0;
          const address = (): AddressInfo => ({ address: '127.0.0.1', family: 'IPv4', port });
          Object.assign(this, { address, connectionsCheckingInterval: neverMs });
          this.emit('listening');
        });
        return this;
      },
      close(this: Server, ...args: Parameters<typeof close>) {
        for (const [place, { server }] of places) if (server === this) places.delete(place);
        return close.apply(this, args);
      },
    });
    // nodes connect to nothing: a CometBFT that somebody else runs has no interface here
    Object.assign(Socket.prototype, {
      connect(this: Socket) {
        process.nextTick(() => this.destroy(Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' })));
        return this;
      },
    });
    return () => {
      Object.assign(Server.prototype, { listen, close, address });
      Object.assign(Socket.prototype, { connect });
    };
  }

  /** Open connections at ports. */
  get connections(): number {
    const atPorts = [...this.#byPlace].filter(([place]) => typeof place === 'number');
    return atPorts.reduce((sum, [, { server }]) => sum + server._connections, 0);
  }

  /** The process that listens there; undefined when none does. */
  processAt(place: Place): Process | undefined {
    const listening = this.#byPlace.get(place);
    return listening?.process.isAlive === true ? listening.process : undefined;
  }

  /** Gives the server there a connection, now. */
  connect(place: Place, socket: ServerSocket): void {
    const listening = this.#byPlace.get(place);
    if (listening === undefined) {
      socket.destroy();
      return;
    }
    const { server } = listening;
    server._connections++;
    Object.assign(socket, { server });
    socket.once('close', () => {
      server._connections--;
      server._emitCloseIfDrained();
    });
    server.emit('connection', socket);
  }

  #open(server: CountingServer, wanted: Place, process: Process): Place {
    const place = wanted === 0 ? ++this.#lastPort : wanted;
    const { process: other } = this.#byPlace.get(place) ?? {};
    if (other?.isAlive === true) throw Object.assign(new Error(`${place} is taken`), { code: 'EADDRINUSE' });
    this.#byPlace.set(place, { server, process });
    return place;
  }
}
