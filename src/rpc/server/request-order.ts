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
type OrderedRequest = Omit<Request, 'body'> & { body: Body; isHandled: boolean; readonly share: UnfinishedShare };

/** Handles the requests of connections on the main thread, those of each connection in order. */
export class RequestOrder {
  readonly #mainThread: MainThread;
  readonly #unfinished: UnfinishedBytes;
  /** requests that wait, by connection; the first is in the queue of the main thread */
  readonly #waiting = new WeakMap<object, OrderedRequest[]>();

  /** `unfinished`: for what waits */
  constructor(mainThread: MainThread, unfinished: UnfinishedBytes) {
    this.#mainThread = mainThread;
    this.#unfinished = unfinished;
  }

  /**
   * Handles a request now, or when it is its turn. Its guard gets what `handle` throws. A request that waits counts as an
   * unfinished one, and is dropped without room: many connections could each have one of the largest size, and many
   * more after they have ended.
   */
  run(owner: Owner, client: Client, request: Request): void {
    const ordered = { ...request, isHandled: false, share: this.#unfinished.share(client) };
    const before = this.#waiting.get(owner.connection);
    if (before !== undefined) before.push(ordered);
    else {
      this.#waiting.set(owner.connection, [ordered]);
      this.#runNext(owner);
    }
    if (!ordered.isHandled && ordered.share.hold(request.body.length) !== undefined) ordered.body = 'busy';
  }

  #runNext(owner: Owner): void {
    const requests = this.#waiting.get(owner.connection) ?? [];
    const [request] = requests;
    if (request === undefined) {
      this.#waiting.delete(owner.connection);
      return;
    }
    const kind: WorkKind = request.body.length > longRequestBytes ? 'longRequest' : 'request';
    const work = () => {
      requests.shift();
      request.isHandled = true;
      request.share.release();
      request.guard(() => request.handle(request.body));
      this.#runNext(owner);
    };
    this.#mainThread.run(kind, owner, work, passError(request.guard));
  }
}
