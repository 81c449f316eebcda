import assert from 'node:assert/strict';
import type { ShadowChain } from '../checks/shadow-chain.ts';
import {
  isWanted,
  type LogPattern,
  type Shown,
  type ShownLog,
  shownHeader,
  shownTransaction,
} from '../checks/shown.ts';
import { situation } from '../situations.ts';
import type { WireManners } from '../world/connection.ts';
import type { World } from '../world/world.ts';
import { request } from './http-client.ts';
import { WebSocketClient } from './web-socket-client.ts';

type Head = Shown & { readonly number: string; readonly hash: string; readonly parentHash: string };
type Log = ShownLog & { readonly blockHash: string; readonly blockNumber: string; readonly removed: boolean };
type Message = {
  readonly id?: number;
  readonly result?: string;
  readonly params?: { readonly subscription: string; readonly result: Head | Log | Shown };
};

/** What is asked for when it connects, by the ids of the requests; the last is answered when all have begun. */
const asked = { heads: 1, logs: 2, pending: 3, begun: 4, ended: 5 } as const;

/**
 * Hears of new heads, some logs and what waits over a WebSocket: of each block once, in order and whole, and none is missed
 * while it is connected; when blocks are removed, those that take their place, and each log that is gone.
 */
export class Subscriber {
  readonly #world: World;
  readonly #port: number;
  readonly #manners: WireManners;
  readonly #shadow: ShadowChain;
  #client: WebSocketClient | undefined;
  #last: Head | undefined;
  /** ids of subscriptions, by the requests for them */
  readonly #ids = new Map<number, string>();
  #pattern: LogPattern = { topics: [] };
  /** logs that it has heard */
  readonly #logs = new Map<string, Log>();
  /** transactions that it has heard of before they were in a block */
  readonly #pending = new Map<string, Shown>();
  /** the first head that it hears of is this one, or one before */
  #mustHearBy: number | undefined;

  constructor(world: World, port: number, manners: WireManners, shadow: ShadowChain) {
    this.#world = world;
    this.#shadow = shadow;
    this.#port = port;
    this.#manners = manners;
  }

  /** Connects, leaves, ends its subscription to logs, or stays. */
  act(): void {
    const { random } = this.#world;
    const logs = this.#ids.get(asked.logs);
    const kind = random.below(100);
    if (this.#client?.isOpen !== true) this.#connect();
    else if (kind < 2) {
      situation('a subscriber leaves');
      this.#client.leave();
      this.#client = undefined;
    } else if (kind < 4 && logs !== undefined) this.#client.send(request('eth_unsubscribe', [logs], asked.ended));
  }

  leave(): void {
    this.#client?.leave();
  }

  #connect(): void {
    this.#last = undefined;
    for (const each of [this.#logs, this.#pending, this.#ids]) each.clear();
    const client: WebSocketClient = new WebSocketClient(this.#world, this.#port, '127.0.0.9', this.#manners, {
      onMessage: (text) => this.#hear(JSON.parse(text)),
      onClose: () => {
        this.#last = undefined;
      },
    });
    this.#client = client;
    this.#mustHearBy = undefined;
    this.#pattern = this.#shadow.somePattern(this.#world.random);
    client.send(request('eth_subscribe', ['newHeads'], asked.heads));
    client.send(request('eth_subscribe', ['logs', this.#pattern], asked.logs));
    client.send(request('eth_subscribe', ['newPendingTransactions', true], asked.pending));
    client.send(request('eth_blockNumber', [], asked.begun));
  }

  #hear({ id, result: answer, params }: Message): void {
    if (id === asked.ended) {
      this.#ids.delete(asked.logs);
      this.#logs.clear(); // nobody is told that they are gone
    } else if (id === asked.begun && this.#last === undefined && answer !== undefined)
      this.#mustHearBy = Number(answer) + 1;
    else if (id !== undefined && answer !== undefined) this.#ids.set(id, answer);
    if (params === undefined) return;
    const { result, subscription } = params;
    const kind = 'logIndex' in result ? 'logs' : 'parentHash' in result ? 'heads' : 'pending';
    assert.equal(
      subscription,
      this.#ids.get(asked[kind]),
      `a message of ${kind} belongs to a subscription that has not ended`,
    );
    if (kind === 'logs') this.#hearLog(result as Log);
    else if (kind === 'heads') this.#hearHead(result as Head);
    else this.#pending.set(String(result.hash), result);
  }

  #hearLog(log: Log): void {
    const name = `${log.logIndex} of ${log.blockHash}`;
    if (log.removed) this.#logs.delete(name);
    else {
      assert.ok(!this.#logs.has(name), `a subscriber hears of log ${name} once`);
      this.#logs.set(name, log);
    }
  }

  #hearHead(head: Head): void {
    const number = Number(head.number);
    const latest = this.#mustHearBy;
    if (this.#last === undefined && latest !== undefined)
      assert.ok(number <= latest, `a subscription begins with block ${latest}, not ${number}`);
    if (
      this.#last !== undefined &&
      this.#last.hash !== head.parentHash &&
      this.#shadow.rewoundTo.has(head.parentHash)
    ) {
      situation('a subscriber hears of blocks in place of others');
      for (const [name, log] of this.#logs)
        assert.ok(
          Number(log.blockNumber) < number || log.blockHash === head.hash,
          `a subscriber hears that log ${name} is gone`,
        );
    } else if (this.#last !== undefined) {
      assert.equal(number, Number(this.#last.number) + 1, 'a subscriber hears of each block once, in order');
      assert.equal(head.parentHash, this.#last.hash, 'a subscriber hears of one chain');
      this.#checkWhole(this.#last);
    }
    this.#last = head;
  }

  /** All that it should have heard of a block has come before the next one. */
  #checkWhole(head: Head): void {
    const height = this.#shadow.heightOf(head.hash);
    const header = height === undefined ? undefined : this.#shadow.headerAt(height);
    if (height === undefined || header === undefined) return; // it is gone
    assert.deepEqual(head, shownHeader(header), `the head of block ${height}`);
    for (const { transaction } of this.#shadow.blockAt(height).transactions) {
      const heard = this.#pending.get(transaction.hash);
      if (heard !== undefined)
        assert.deepEqual(heard, shownTransaction(transaction, undefined), 'what a subscriber hears of what waits');
      this.#pending.delete(transaction.hash);
    }
    if (this.#mustHearBy === undefined || height < this.#mustHearBy || !this.#ids.has(asked.logs)) return;
    const heard = [...this.#logs.values()].filter(({ blockHash }) => blockHash === head.hash);
    const expected = this.#shadow.logsAt(height).filter((log) => isWanted(this.#pattern, log));
    assert.deepEqual(heard, expected, `a subscriber hears of each log of block ${height}, in order`);
  }
}
