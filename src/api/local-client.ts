import { EventEmitter, setMaxListeners } from 'node:events';
import { localCall } from '../node/local-call.ts';
import type { Dispatchers } from '../node/open-interfaces.ts';
import type { Dispatch } from '../rpc/dispatch/dispatcher.ts';
import type { Session } from '../rpc/session.ts';
import { closedError, ProviderRpcError } from './provider-rpc-error.ts';
import type { RequestArguments } from './types.ts';

/** Close code of a connection whose server ends (RFC 6455, 7.4.1). */
const goingAway = 1001;

type Response = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/** The one client of a node in its own process: requests without a socket, and the notifications for them. */
export class LocalClient {
  readonly events = new EventEmitter();
  readonly #dispatchers: Dispatchers;
  readonly #closed = new AbortController();
  #session = new LocalSession((session, code, reason) => this.#onEnd(session, code, reason), this.events);

  constructor(dispatchers: Dispatchers) {
    this.#dispatchers = dispatchers;
    setMaxListeners(0, this.#closed.signal); // each request that waits has one
    this.events.setMaxListeners(0);
  }

  /** Resolves with the result; rejects with a ProviderRpcError. */
  async request(asked: RequestArguments): Promise<unknown> {
    const { signal } = this.#closed;
    if (signal.aborted) throw closedError();
    const { method, body } = bodyOf(asked);
    const reply = await this.#dispatchOf(method)(body, localCall(signal, this.#session));
    const { result, error }: Response = JSON.parse(String(reply));
    if (error === undefined) return result;
    throw signal.aborted ? closedError() : new ProviderRpcError(error.code, error.message, error.data);
  }

  /** Ends all subscriptions, because their network has been replaced; new ones can be made. */
  endSubscriptions(code: number, reason: string): void {
    this.#session.end(code, reason);
  }

  /** Ends subscriptions and requests that wait. */
  close(): void {
    this.#closed.abort(closedError());
    this.endSubscriptions(goingAway, 'the node is closed');
  }

  #dispatchOf(method: string): Dispatch {
    const { evm, svm, svmSubscriptions } = this.#dispatchers;
    if (/[_.]/.test(method)) return evm;
    return /(?:Subscribe|Unsubscribe)$/.test(method) ? svmSubscriptions : svm;
  }

  #onEnd(ended: LocalSession, code: number, reason: string): void {
    if (ended !== this.#session) return;
    this.#session = new LocalSession((session, ...why) => this.#onEnd(session, ...why), this.events);
    this.events.emit('disconnect', new ProviderRpcError(code, reason));
  }
}

/** The request as JSON. Throws a ProviderRpcError (-32600) for what JSON has no words for, such as a bigint. */
function bodyOf(asked: RequestArguments): { readonly method: string; readonly body: Buffer } {
  try {
    const { method, params = [] } = asked;
    return { method: String(method), body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })) };
  } catch (error) {
    throw new ProviderRpcError(-32600, `the request cannot be written as JSON: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What stands for the connection: all subscriptions belong to it, and end with it. */
class LocalSession implements Session {
  readonly #onEnd: (session: LocalSession, code: number, reason: string) => void;
  readonly #events: EventEmitter;
  readonly #closeListeners: (() => void)[] = [];
  #hasEnded = false;

  constructor(onEnd: (session: LocalSession, code: number, reason: string) => void, events: EventEmitter) {
    this.#onEnd = onEnd;
    this.#events = events;
  }

  send(text: Parameters<Session['send']>[0]): void {
    if (this.#hasEnded) return;
    const { method, params }: { method: string; params: unknown } = JSON.parse(String(text));
    // what a listener throws is for its process, not for the block that it hears of
    queueMicrotask(() => this.#events.emit('message', { type: method, data: params }));
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  end(code: number, reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const listener of this.#closeListeners.splice(0)) listener();
    this.#onEnd(this, code, reason);
  }
}
