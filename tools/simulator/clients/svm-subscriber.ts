import assert from 'node:assert/strict';
import { type Address, toBase58 } from '#qord/primitives/address.ts';
import { weiPerLamport } from '#qord/primitives/units.ts';
import { toSignature } from '#qord/svm/signature.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import type { ShadowChain } from '../checks/shadow-chain.ts';
import { situation } from '../situations.ts';
import { polite, type World } from '../world/world.ts';
import { request } from './http-client.ts';
import { WebSocketClient } from './web-socket-client.ts';

type Value = { readonly signature?: string; readonly lamports?: number };
type Result = { readonly slot: number } | { readonly context: { readonly slot: number }; readonly value: Value };
type Message = { readonly id?: number; readonly result?: unknown; readonly params?: { readonly result: Result } };

/** Slots after which it has heard all of a block, when it has begun to hear of slots, logs and an account. */
const slotsToBegin = 2;

/** Hears at the SVM interface of each slot, of all transactions, and of an account whenever it has changed. */
export class SvmSubscriber {
  readonly #world: World;
  readonly #port: number;
  readonly #shadow: ShadowChain;
  #client: WebSocketClient | undefined;
  #account: Address = accountOf(0);
  /** requests that were answered with a subscription */
  #begun = 0;
  #rewinds = 0;
  #last: number | undefined;
  /** Before this slot it may have missed something. */
  #first: number | undefined;
  /** what it has heard, by slot, since the last one */
  #heard: (readonly [slot: number, value: Value])[] = [];

  constructor(world: World, port: number, shadow: ShadowChain) {
    this.#world = world;
    this.#port = port;
    this.#shadow = shadow;
  }

  /** Connects, leaves, or stays; not where blocks are removed. */
  act(): void {
    if (this.#client?.isOpen === true && this.#world.random.chance(0.01)) this.leave();
    if (this.#client?.isOpen !== true && !this.#world.isDeveloped) this.#connect();
  }

  leave(): void {
    this.#client?.leave();
  }

  #connect(): void {
    [this.#begun, this.#last, this.#first, this.#heard] = [0, undefined, undefined, []];
    this.#rewinds = this.#shadow.rewinds;
    this.#account = accountOf(this.#world.random.below(6));
    const client: WebSocketClient = new WebSocketClient(this.#world, this.#port, '127.0.0.10', polite, {
      onMessage: (text) => this.#hear(JSON.parse(text)),
      onClose: () => {},
    });
    this.#client = client;
    client.send(request('slotSubscribe', [], 1));
    client.send(request('logsSubscribe', ['all'], 2));
    client.send(request('accountSubscribe', [toBase58(this.#account), { encoding: 'base64' }], 3));
  }

  #hear({ id, result: answer, params }: Message): void {
    if (id !== undefined && answer !== undefined) this.#begun++;
    if (params === undefined) return;
    const { result } = params;
    if ('slot' in result) this.#hearSlot(result.slot, result);
    else this.#heard.push([result.context.slot, result.value]);
  }

  #hearSlot(slot: number, result: object): void {
    assert.deepEqual(result, { parent: slot - 1, root: slot, slot }, 'a block is final when it is there');
    if (this.#last !== undefined) assert.equal(slot, this.#last + 1, 'a subscriber hears of each slot once, in order');
    if (this.#begun === 3) this.#first ??= slot + slotsToBegin;
    if (this.#first !== undefined && slot > this.#first) this.#checkWhole(slot - 1);
    this.#heard = this.#heard.filter(([at]) => at >= slot);
    this.#last = slot;
  }

  /** All that it should have heard of a slot has come before the next one. */
  #checkWhole(slot: number): void {
    if (this.#rewinds !== this.#shadow.rewinds) return; // a process that is gone has told of blocks that are gone
    situation('an SVM subscriber has heard all of a slot');
    const values = this.#heard.flatMap(([at, value]) => (at === slot ? [value] : []));
    const heard = values.flatMap(({ signature }) => (signature === undefined ? [] : [signature]));
    const signatures = this.#shadow.blockAt(slot).transactions.map(({ transaction }) => toSignature(transaction.hash));
    assert.deepEqual(heard, signatures, `an SVM subscriber hears of each transaction of slot ${slot}, in order`);
    const lamportsAt = (height: number) =>
      Number(this.#shadow.accountAt(height, this.#account).balance / weiPerLamport);
    const lamports = values.find((value) => value.lamports !== undefined)?.lamports ?? lamportsAt(slot - 1);
    assert.equal(lamports, lamportsAt(slot), `an SVM subscriber hears what ${this.#account} has at ${slot}`);
  }
}
