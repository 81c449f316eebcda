import assert from 'node:assert/strict';
import { situation } from '../situations.ts';
import type { WireManners } from '../world/connection.ts';
import type { World } from '../world/world.ts';
import { request } from './sender.ts';
import { WebSocketClient } from './web-socket-client.ts';

type Head = { readonly number: string; readonly hash: string; readonly parentHash: string };

/** Hears of new heads over a WebSocket: each block once, in order, and none is missed while it is connected. */
export class Subscriber {
  readonly #world: World;
  readonly #port: number;
  readonly #manners: WireManners;
  #client: WebSocketClient | undefined;
  #last: Head | undefined;
  /** heads that it has heard of */
  heard = 0;

  constructor(world: World, port: number, manners: WireManners) {
    this.#world = world;
    this.#port = port;
    this.#manners = manners;
  }

  /** Connects, leaves, or stays. */
  act(): void {
    if (this.#client?.isOpen !== true) this.#connect();
    else if (this.#world.random.chance(0.02)) {
      situation('a subscriber leaves');
      this.#client.leave();
      this.#client = undefined;
    }
  }

  #connect(): void {
    this.#last = undefined;
    const client: WebSocketClient = new WebSocketClient(this.#world, this.#port, '127.0.0.9', this.#manners, {
      onMessage: (text) => this.#hear(JSON.parse(text)),
      onClose: () => {
        this.#last = undefined;
      },
    });
    this.#client = client;
    client.send(request('eth_subscribe', ['newHeads'], 1));
  }

  #hear({ params }: { readonly params?: { readonly result: Head } }): void {
    if (params === undefined) return;
    const { result: head } = params;
    if (this.#last !== undefined) {
      assert.equal(
        Number(head.number),
        Number(this.#last.number) + 1,
        'a subscriber hears of each block once, in order',
      );
      assert.equal(head.parentHash, this.#last.hash, 'a subscriber hears of one chain');
    }
    this.#last = head;
    this.heard++;
  }

  /** The newest head that it knows of, in the connection that it has. */
  get newest(): number | undefined {
    return this.#last === undefined ? undefined : Number(this.#last.number);
  }
}
