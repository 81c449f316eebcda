import assert from 'node:assert/strict';
import { situation } from '../situations.ts';
import type { WireManners } from '../world/connection.ts';
import type { World } from '../world/world.ts';
import { request } from './sender.ts';
import { WebSocketClient } from './web-socket-client.ts';

type Message = { readonly id?: number; readonly result?: string; readonly params?: { readonly result: Head } };
type Head = { readonly number: string; readonly hash: string; readonly parentHash: string };

/** Hears of new heads over a WebSocket: each block once, in order, and none is missed while it is connected. */
export class Subscriber {
  readonly #world: World;
  readonly #port: number;
  readonly #manners: WireManners;
  #client: WebSocketClient | undefined;
  #last: Head | undefined;
  /** the first head that it hears of is this one, or one before */
  #mustHearBy: number | undefined;
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
    this.#mustHearBy = undefined;
    client.send(request('eth_subscribe', ['newHeads'], 1));
    client.send(request('eth_blockNumber', [], 2)); // answered after the subscription has begun
  }

  #hear({ id, result: answer, params }: Message): void {
    if (id === 2 && this.#last === undefined) this.#mustHearBy = Number(answer) + 1;
    if (params === undefined) return;
    const { result: head } = params;
    const latest = this.#mustHearBy;
    if (this.#last === undefined && latest !== undefined)
      assert.ok(Number(head.number) <= latest, `a subscription begins with block ${latest}, not ${head.number}`);
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
}
