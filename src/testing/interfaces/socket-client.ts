import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A notification, of either interface. */
type Notification = {
  readonly method: string;
  readonly params: { readonly subscription: unknown; readonly result: unknown };
};

type Reply = {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

/** A WebSocket connection to a node that keeps all notifications. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly notifications: Notification[] = [];
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const message: Notification | Reply | readonly Reply[] = JSON.parse(String(data));
      if ('method' in message) this.notifications.push(message);
      else for (const reply of Array.isArray(message) ? message : [message]) this.#waiting.get(reply.id)?.(reply);
    });
  }

  static async connect(url: string): Promise<SocketClient> {
    const client = new SocketClient(new WebSocket(url));
    await once(client.socket, 'open');
    return client;
  }

  async ask(method: string, ...params: readonly unknown[]): Promise<Reply> {
    const [reply] = await this.askAll([[method, ...params]]);
    if (reply === undefined) throw new Error('no reply');
    return reply;
  }

  /** Sends one batch, of a method and its parameters each; replies in that order. */
  askAll(calls: readonly (readonly [method: string, ...params: unknown[]])[]): Promise<readonly Reply[]> {
    const requests = calls.map(([method, ...params]) => ({ jsonrpc: '2.0', id: ++this.#lastId, method, params }));
    const replies = requests.map(({ id }) => new Promise<Reply>((resolve) => this.#waiting.set(id, resolve)));
    this.socket.send(JSON.stringify(requests.length === 1 ? requests[0] : requests));
    return Promise.all(replies);
  }
}
