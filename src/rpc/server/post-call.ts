import type { Call, Client, UnreadResponse } from '../types.ts';
import { connectionSignal, type WatchedSocket } from './connection-signal.ts';

/** The call of a request by POST. */
export class PostCall implements Call {
  readonly client: Client;
  readonly readOnlyOrigin: string | undefined;
  readonly session = undefined;
  readonly unread: UnreadResponse;
  readonly #socket: WatchedSocket;

  constructor(
    { client, readOnlyOrigin, unread }: Pick<Call, 'client' | 'readOnlyOrigin' | 'unread'>,
    socket: WatchedSocket,
  ) {
    this.client = client;
    this.readOnlyOrigin = readOnlyOrigin;
    this.unread = unread;
    this.#socket = socket;
  }

  /** Made when a method needs it, which few do. */
  get signal(): AbortSignal {
    return connectionSignal(this.#socket);
  }
}
