import assert from 'node:assert/strict';
import { situation } from '../situations.ts';
import type { WireManners } from '../world/connection.ts';
import type { World } from '../world/world.ts';
import { request } from './http-client.ts';
import { WebSocketClient } from './web-socket-client.ts';

type Message = {
  readonly id?: number;
  readonly result?: string;
  readonly params?: { readonly result: Head | Log | object };
};
type Head = { readonly number: string; readonly hash: string; readonly parentHash: string };
type Log = { readonly blockNumber: string; readonly blockHash: string; logIndex: string; readonly removed: boolean };

/**
 * Hears of new heads and logs over a WebSocket: each block once, in order, and none is missed while it is connected; when
 * blocks are removed, those that take their place, and each log that is gone.
 */
export class Subscriber {
  readonly #world: World;
  readonly #port: number;
  readonly #manners: WireManners;
  readonly #rewoundTo: ReadonlySet<string>;
  #client: WebSocketClient | undefined;
  #last: Head | undefined;
  /** heights of the blocks whose logs it has heard, by block and index */
  readonly #logs = new Map<string, number>();
  /** the first head that it hears of is this one, or one before */
  #mustHearBy: number | undefined;

  /** `rewoundTo`: hashes of blocks that have become the newest again */
  constructor(world: World, port: number, manners: WireManners, rewoundTo: ReadonlySet<string>) {
    this.#world = world;
    this.#rewoundTo = rewoundTo;
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

  leave(): void {
    this.#client?.leave();
  }

  #connect(): void {
    this.#last = undefined;
    this.#logs.clear();
    const client: WebSocketClient = new WebSocketClient(this.#world, this.#port, '127.0.0.9', this.#manners, {
      onMessage: (text) => this.#hear(JSON.parse(text)),
      onClose: () => {
        this.#last = undefined;
      },
    });
    this.#client = client;
    this.#mustHearBy = undefined;
    client.send(request('eth_subscribe', ['newHeads'], 1));
    client.send(request('eth_subscribe', ['logs', {}], 3));
    client.send(request('eth_subscribe', ['newPendingTransactions', true], 4));
    client.send(request('eth_blockNumber', [], 2)); // answered after the subscription has begun
  }

  #hear({ id, result: answer, params }: Message): void {
    if (id === 2 && this.#last === undefined && answer !== undefined) this.#mustHearBy = Number(answer) + 1;
    if (params === undefined) return;
    if ('logIndex' in params.result) this.#hearLog(params.result);
    else if ('parentHash' in params.result) this.#hearHead(params.result);
  }

  #hearLog({ blockNumber, blockHash, logIndex, removed }: Log): void {
    const log = `${logIndex} of ${blockHash}`;
    if (removed) this.#logs.delete(log);
    else {
      assert.ok(!this.#logs.has(log), `a subscriber hears of log ${log} once`);
      this.#logs.set(log, Number(blockNumber));
    }
  }

  #hearHead(head: Head): void {
    const latest = this.#mustHearBy;
    if (this.#last === undefined && latest !== undefined)
      assert.ok(Number(head.number) <= latest, `a subscription begins with block ${latest}, not ${head.number}`);
    if (this.#last !== undefined && this.#last.hash !== head.parentHash && this.#rewoundTo.has(head.parentHash)) {
      situation('a subscriber hears of blocks in place of others');
      for (const [log, height] of this.#logs)
        assert.ok(
          height < Number(head.number) || log.endsWith(head.hash),
          `a subscriber hears that log ${log} is gone`,
        );
    } else if (this.#last !== undefined) {
      assert.equal(
        Number(head.number),
        Number(this.#last.number) + 1,
        'a subscriber hears of each block once, in order',
      );
      assert.equal(head.parentHash, this.#last.hash, 'a subscriber hears of one chain');
    }
    this.#last = head;
  }
}
