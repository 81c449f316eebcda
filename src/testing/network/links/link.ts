import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * up: everything passes. silent: connections stay and nothing passes, as when a cable is pulled. cut: no connection.
 */
export type LinkState = 'up' | 'silent' | 'cut';

/** A TCP proxy as the address of a peer, by which a test disturbs the connection to it. */
export class Link {
  readonly #server: Server;
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #state: LinkState = 'up';

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
    this.#server = createServer({ pauseOnConnect: true }, (socket) => this.#accept(socket));
  }

  static async open(host: string, port: number): Promise<Link> {
    const link = new Link({ host, port });
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  /** host:port */
  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the link is closed');
    return `127.0.0.1:${address.port}`;
  }

  set(state: LinkState): void {
    this.#state = state;
    for (const socket of this.#sockets) {
      if (state === 'cut') socket.destroy();
      else if (state === 'silent') socket.pause();
      else socket.resume();
    }
  }

  close(): void {
    this.set('cut');
    this.#server.close();
  }

  #accept(near: Socket): void {
    if (this.#state === 'cut') return void near.destroy();
    const far = connect(this.#target).pause();
    this.#join(near, far);
    this.#join(far, near);
    if (this.#state === 'up') for (const socket of [near, far]) socket.resume();
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (this.#state === 'up') from.resume();
    });
    from.on('error', () => {}); // 'close' follows
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
