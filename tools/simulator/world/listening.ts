import { type AddressInfo, Server } from 'node:net';
import type { Process, Scheduler } from './scheduler.ts';
import type { ServerSocket } from './server-socket.ts';

/** Members of Node's server that count its connections. */
type CountingServer = Server & { _connections: number; _emitCloseIfDrained(): void };

type Listening = { readonly server: CountingServer; readonly process: Process };

/**
 * Takes the place of listening sockets: servers of this process are found by their port, and get connections that need
 * no network.
 */
export class ListeningSockets {
  readonly #byPort = new Map<number, Listening>();
  readonly #scheduler: Scheduler;
  #lastPort = 20_000;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Has all servers listen here until the function that is returned is called. `processOf`: who runs now. */
  install(processOf: () => Process): () => void {
    const { listen, close, address } = Server.prototype;
    const ports = this.#byPort;
    const open = (server: Server, port: number) => this.#open(server as CountingServer, port, processOf());
    Object.assign(Server.prototype, {
      listen(this: Server, ...args: unknown[]) {
        const [options] = args;
        const named = typeof options === 'object' && options !== null && 'port' in options ? options.port : options;
        const port = open(this, Number(named));
        Object.assign(this, { address: (): AddressInfo => ({ address: '127.0.0.1', family: 'IPv4', port }) });
        const [done] = args.slice(-1);
        if (typeof done === 'function') queueMicrotask(() => done.call(this));
        return this;
      },
      close(this: Server, ...args: Parameters<typeof close>) {
        for (const [port, { server }] of ports) if (server === this) ports.delete(port);
        return close.apply(this, args);
      },
    });
    return () => void Object.assign(Server.prototype, { listen, close, address });
  }

  /** The process that listens there; undefined when none does. */
  processAt(port: number): Process | undefined {
    const listening = this.#byPort.get(port);
    return listening?.process.isAlive === true ? listening.process : undefined;
  }

  /** Gives the server at the port a connection, now. */
  connect(port: number, socket: ServerSocket): void {
    const listening = this.#byPort.get(port);
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

  #open(server: CountingServer, wanted: number, process: Process): number {
    const port = wanted === 0 ? ++this.#lastPort : wanted;
    const { process: other } = this.#byPort.get(port) ?? {};
    if (other?.isAlive === true) throw Object.assign(new Error(`port ${port} is taken`), { code: 'EADDRINUSE', port });
    this.#byPort.set(port, { server, process });
    this.#scheduler.after(0, `listens at ${port}`, () => {});
    return port;
  }
}
