import type { Socket } from 'node:net';
import type { MainThread, WorkKind } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { type Guard, passError } from '../guard.ts';
import type { Client } from '../session.ts';
import type { BodyFault } from './request-body.ts';
import type { UnfinishedBytes, UnfinishedShare } from './unfinished-bytes.ts';

/** Bytes of a request above which its parsing alone may take milliseconds. */
const longRequestBytes = 64 * 1024;

type Body = Uint8Array | BodyFault;
type Request = { readonly body: Body; readonly handle: (body: Body) => void; readonly guard: Guard };
type WaitingRequest = Omit<Request, 'body'> & { body: Body; share?: UnfinishedShare };

/** Handles the requests of connections on the main thread, those of each connection in order. */
export class RequestOrder {
  readonly #mainThread: MainThread;
  readonly #unfinished: UnfinishedBytes;
  /** requests that wait, by connection; the first is in the queue of the main thread */
  readonly #waiting = new WeakMap<Socket, WaitingRequest[]>();
  /** connections whose end is listened to */
  readonly #watched = new WeakSet<Socket>();

  /** `unfinished`: for the bodies of connections that have ended */
  constructor(mainThread: MainThread, unfinished: UnfinishedBytes) {
    this.#mainThread = mainThread;
    this.#unfinished = unfinished;
  }

  /** Handles a request now, or when it is its turn. Its guard gets what `handle` throws. */
  run(socket: Socket, client: Client, request: Request): void {
    const before = this.#waiting.get(socket);
    if (before !== undefined) {
      before.push({ ...request });
      return;
    }
    this.#waiting.set(socket, [{ ...request }]);
    this.#runNext(ownerOf(socket, client), socket);
    if (!this.#waiting.has(socket) || this.#watched.has(socket)) return;
    this.#watched.add(socket);
    socket.once('close', () => this.#limit(socket, client));
  }

  /**
   * An open connection has one request that waits, and reads nothing meanwhile. Those of connections that have ended
   * count as unfinished ones, and are dropped without room: a client could open the next connection at once.
   */
  #limit(socket: Socket, client: Client): void {
    for (const request of this.#waiting.get(socket) ?? []) {
      request.share = this.#unfinished.share(client);
      if (request.share.hold(request.body.length) !== undefined) request.body = 'busy';
    }
  }

  #runNext(owner: Owner, socket: Socket): void {
    const requests = this.#waiting.get(socket) ?? [];
    const [request] = requests;
    if (request === undefined) {
      this.#waiting.delete(socket);
      return;
    }
    const kind: WorkKind = request.body.length > longRequestBytes ? 'longRequest' : 'request';
    const work = () => {
      requests.shift();
      request.share?.release();
      request.guard(() => request.handle(request.body));
      this.#runNext(owner, socket);
    };
    this.#mainThread.run(kind, owner, work, passError(request.guard));
  }
}

/** A request that has arrived is handled even when its connection has ended: it may be a submission. */
function ownerOf(socket: Socket, { network }: Client): Owner {
  return {
    network,
    connection: socket,
    hasLeft: false,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}
