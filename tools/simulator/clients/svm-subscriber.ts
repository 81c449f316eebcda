import assert from 'node:assert/strict';
import { type Address, toBase58 } from '#qord/primitives/address.ts';
import type { Hash } from '#qord/primitives/hash.ts';
import { weiPerLamport } from '#qord/primitives/units.ts';
import { toSignature } from '#qord/svm/signature.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import type { ShadowChain } from '../checks/shadow-chain.ts';
import type { SimulatedNode } from '../node/simulated-node.ts';
import { situation } from '../situations.ts';
import { polite, type World } from '../world/world.ts';
import { request } from './http-client.ts';
import { WebSocketClient } from './web-socket-client.ts';

type Value = { readonly signature?: string; readonly lamports?: number; readonly err?: unknown };
type Result = { readonly slot: number } | { readonly context: { readonly slot: number }; readonly value: Value };
type Message = {
  readonly id?: number;
  readonly result?: unknown;
  readonly params?: { readonly subscription: number; readonly result: Result };
};

/** Slots after which it has heard all of a block, when it has begun to hear of slots, logs and an account. */
const slotsToBegin = 2;
/** Slots after which it has heard of the outcome of a transaction that is in a block. */
const slotsToOutcome = 10;
/** Ids of requests for outcomes begin here. */
const firstOutcome = 4;

/**
 * Hears at the SVM interface of each slot, of all transactions, of an account whenever it has changed, and once of the
 * outcome of some transactions that wait or are in a block.
 */
export class SvmSubscriber {
  readonly #world: World;
  readonly #port: number;
  readonly #shadow: ShadowChain;
  readonly #node: SimulatedNode | undefined;
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
  /** transactions whose outcome it has asked for, in the order of its requests */
  #asked: Hash[] = [];
  /** the same by the id of the subscription, until it has heard of it, with the slot when that began */
  readonly #outcomes = new Map<unknown, { readonly hash: Hash; readonly since: number }>();

  constructor(world: World, port: number, shadow: ShadowChain, node: SimulatedNode | undefined) {
    this.#world = world;
    this.#port = port;
    this.#shadow = shadow;
    this.#node = node;
  }

  /** Connects, leaves, or stays; not where blocks are removed. */
  act(): void {
    if (this.#client?.isOpen === true && this.#world.random.chance(0.01)) this.leave();
    if (this.#client?.isOpen !== true && !this.#world.isDeveloped) this.#connect();
    else if (this.#world.random.chance(0.2)) this.#askForOutcome();
  }

  leave(): void {
    this.#client?.leave();
  }

  #askForOutcome(): void {
    const { pending } = this.#node?.running?.control.mempool.content() ?? {};
    const mined = this.#shadow.blockAt(this.#shadow.height).transactions;
    const hashes = [...(pending ?? []), ...mined.map(({ transaction }) => transaction)].map(({ hash }) => hash);
    if (hashes.length === 0) return;
    const hash = this.#world.random.pick(hashes as [Hash, ...Hash[]]);
    this.#client?.send(request('signatureSubscribe', [toSignature(hash)], firstOutcome + this.#asked.length));
    this.#asked.push(hash);
  }

  #connect(): void {
    this.#asked = [];
    this.#outcomes.clear();
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
    if (id !== undefined && answer !== undefined) {
      const hash = this.#asked[id - firstOutcome];
      if (hash === undefined) this.#begun++;
      else this.#outcomes.set(answer, { hash, since: this.#last ?? this.#shadow.height });
    }
    if (params === undefined) return;
    const { result, subscription } = params;
    const outcome = this.#outcomes.get(subscription);
    if (outcome !== undefined && 'value' in result) {
      this.#outcomes.delete(subscription);
      this.#checkOutcome(outcome.hash, result.context.slot, result.value);
    } else if ('slot' in result) this.#hearSlot(result.slot, result);
    else this.#heard.push([result.context.slot, result.value]);
  }

  #hearSlot(slot: number, result: object): void {
    assert.deepEqual(result, { parent: slot - 1, root: slot, slot }, 'a block is final when it is there');
    if (this.#last !== undefined) assert.equal(slot, this.#last + 1, 'a subscriber hears of each slot once, in order');
    if (this.#begun === 3) this.#first ??= slot + slotsToBegin;
    if (this.#first !== undefined && slot > this.#first) this.#checkWhole(slot - 1);
    this.#heard = this.#heard.filter(([at]) => at >= slot);
    this.#last = slot;
    if (this.#rewinds !== this.#shadow.rewinds) return;
    for (const { hash, since } of this.#outcomes.values()) {
      const at = this.#shadow.mined(hash)?.header.number ?? slot;
      assert.ok(slot <= Math.max(at, since) + slotsToOutcome, `an SVM subscriber hears of ${hash}, in slot ${at}`);
    }
  }

  #checkOutcome(hash: Hash, slot: number, { err }: Value): void {
    if (this.#rewinds !== this.#shadow.rewinds) return;
    situation('an SVM subscriber hears of an outcome');
    const { header, receipt } = this.#shadow.mined(hash) ?? {};
    assert.deepEqual([slot, err === null ? 1 : 0], [header?.number, receipt?.status], `the outcome of ${hash}`);
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
