import assert from 'node:assert/strict';
import { toHex } from '#qord/primitives/hex.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { ObservedValues } from '../../abuse/requests/observed-values.ts';
import type { Described } from '../../abuse/requests/schema-rules.ts';
import { writeMessage } from '../../abuse/requests/write-message.ts';
import { Writer } from '../../abuse/requests/writer.ts';
import { situation } from '../situations.ts';
import type { WireManners } from '../world/connection.ts';
import type { World } from '../world/world.ts';
import { request } from './http-client.ts';
import { isLeftOut } from './reader.ts';
import { WebSocketClient } from './web-socket-client.ts';

type Response = { readonly id?: number; readonly result?: unknown; readonly error?: { readonly code: number } };

/** Milliseconds in which a connection that is open gets an answer: a trace whose thread hangs is given up after 63 s. */
const answerMs = 150_000;
const mostWaiting = 40;
/** One that its sender, which sends little, does not come to. */
const farNonce = 2n ** 40n;
/** Milliseconds for which it waits for a receipt. */
const receiptMs = 5_000;

/** Parameters of a call that takes its gas, and longer than the main thread has for one, also where blocks are short. */
const endless = [{ to: accountOf(9), gas: '0x1312d00' }, 'latest', { [accountOf(9)]: { code: '0x5b5f56' } }];

/** Asks many questions at once over one WebSocket: each gets exactly one answer, found by its id. */
export class WebSocketReader {
  readonly #world: World;
  readonly #port: number;
  readonly #manners: WireManners;
  readonly #observed = new ObservedValues();
  /** what waits for an answer, by id */
  readonly #waiting = new Map<number, { readonly text: string; readonly sinceMs: number }>();
  #client: WebSocketClient | undefined;
  #methods: readonly Described[] | undefined;
  #lastId = 0;

  constructor(world: World, port: number, manners: WireManners) {
    this.#world = world;
    this.#port = port;
    this.#manners = manners;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  act(): void {
    const { random, scheduler } = this.#world;
    for (const { text, sinceMs } of this.#waiting.values())
      assert.ok(scheduler.nowMs < sinceMs + answerMs, `${text.slice(0, 300)} has no answer`);
    const client = this.#client?.isOpen === true ? this.#client : this.#connect();
    if (this.#methods === undefined && this.#waiting.size > 0) return; // who reads slowly takes seconds for that answer
    if (this.#waiting.size > mostWaiting) return; // the node reads as many messages a second as it may
    if (random.chance(0.1)) this.#askAtOnce(client);
    if (random.chance(0.2)) this.#waitTogether(client);
    const count = this.#methods === undefined ? 1 : 1 + random.below(12); // it reads that answer for seconds
    for (let sent = 0; sent < count; sent++) client.send(this.#noted((id) => this.#write(id)));
    if (!random.chance(0.1)) return;
    situation('a client leaves a WebSocket while it waits');
    client.leave();
    this.#waiting.clear();
  }

  leave(): void {
    this.#client?.leave();
  }

  /** More executions than there are threads: the others wait for their turn. */
  #askAtOnce(client: WebSocketClient): void {
    situation('many executions of one client wait');
    const params = ['latest', { tracer: 'callTracer', timeout: this.#world.random.pick(['5s', '1ms']) }];
    const traces = Array.from({ length: 6 }, () =>
      this.#noted((id) => request('debug_traceBlockByNumber', params, id)),
    );
    const calls = Array.from({ length: 6 }, () => this.#noted((id) => request('eth_call', endless, id)));
    client.sendTogether([...traces, ...calls]);
  }

  /** Waits for two receipts that do not come: the transactions are behind a gap of nonces. */
  #waitTogether(client: WebSocketClient): void {
    const texts = [farNonce, farNonce + 1n].map((nonce) => {
      const { raw } = signFrom(7, { nonce, cap: 10n ** 13n });
      return this.#noted((id) => request('eth_sendRawTransactionSync', [toHex(raw), receiptMs], id));
    });
    client.sendTogether(texts);
  }

  /** A request that waits for its answer from now on. */
  #noted(write: (id: number) => string): string {
    const id = ++this.#lastId;
    const text = write(id);
    this.#waiting.set(id, { text, sinceMs: this.#world.scheduler.nowMs });
    return text;
  }

  /** A valid request with this id. */
  #write(id: number): string {
    const methods = this.#methods;
    if (methods === undefined) return request('rpc.discover', [], id);
    const writer = new Writer(this.#world.random, this.#observed, 0);
    const written: unknown = JSON.parse(writeMessage(writer, { methods, dialect: 'eth' }));
    const [one] = Array.isArray(written) ? written : [written];
    return JSON.stringify({ ...(one ?? { jsonrpc: '2.0', method: 'eth_blockNumber', params: [] }), id });
  }

  #connect(): WebSocketClient {
    this.#waiting.clear();
    const client: WebSocketClient = new WebSocketClient(this.#world, this.#port, '127.0.0.9', this.#manners, {
      onMessage: (text) => this.#hear(text),
      onClose: () => {
        if (client === this.#client) this.#waiting.clear();
      },
    });
    this.#client = client;
    return client;
  }

  #hear(text: string): void {
    this.#observed.collectFrom(text);
    const { id, result, error }: Response = JSON.parse(text);
    if (id === undefined) return; // of a subscription
    const asked = this.#waiting.get(id)?.text;
    assert.ok(
      asked !== undefined && this.#waiting.delete(id),
      `an answer that nobody waits for: ${text.slice(0, 200)}`,
    );
    assert.ok(
      (result === undefined) !== (error === undefined),
      `${asked.slice(0, 300)} was answered ${text.slice(0, 300)}`,
    );
    if (!asked.includes('"rpc.discover"') || this.#methods !== undefined) return;
    const { methods } = (result ?? {}) as { readonly methods?: readonly Described[] };
    this.#methods = methods?.filter(({ name }) => !isLeftOut(name));
  }
}
