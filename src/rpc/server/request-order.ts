import type { Socket } from 'node:net';
import type { MainThread, WorkKind } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { type Guard, passError } from '../guard.ts';

/** Bytes of a request above which its parsing alone may take milliseconds. */
const longRequestBytes = 64 * 1024;

type Request = { readonly bytes: number; readonly handle: () => void; readonly guard: Guard };

/** Handles the requests of connections on the main thread, those of each connection in order. */
export class RequestOrder {
  readonly #mainThread: MainThread;
  /** requests that wait, by connection; the first is in the queue of the main thread */
  readonly #waiting = new WeakMap<Socket, Request[]>();

  constructor(mainThread: MainThread) {
    this.#mainThread = mainThread;
  }

  /**
   * Handles a request of so many bytes now, or when it is its turn. `network` is that of the client; its guard gets what
   * `handle` throws.
   */
  run(socket: Socket, network: string, request: Request): void {
    const before = this.#waiting.get(socket);
    if (before === undefined) {
      this.#waiting.set(socket, [request]);
      this.#runNext(ownerOf(socket, network), socket);
    } else before.push(request);
  }

  #runNext(owner: Owner, socket: Socket): void {
    const requests = this.#waiting.get(socket) ?? [];
    const [request] = requests;
    if (request === undefined) {
      this.#waiting.delete(socket);
      return;
    }
    const kind: WorkKind = request.bytes > longRequestBytes ? 'longRequest' : 'request';
    const work = () => {
      requests.shift();
      request.guard(request.handle);
      this.#runNext(owner, socket);
    };
    this.#mainThread.run(kind, owner, work, passError(request.guard));
  }
}

/** A request that has arrived is handled even when its connection has ended: it may be a submission. */
function ownerOf(socket: Socket, network: string): Owner {
  return {
    network,
    connection: socket,
    hasLeft: false,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}
