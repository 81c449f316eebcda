import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import type { NodeUrls } from '#qord/node/banner.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { RawResponse } from '#qord/testing/raw-rpc.ts';
import type { AttackClients } from './attack-clients.ts';

const longestWaitMs = 120_000;

/** Sends the transactions of one account by all ways in turn, and checks every response. */
export class LoadLane {
  readonly #clients: AttackClients;
  readonly #urls: NodeUrls;
  readonly #signal: AbortSignal;
  #turn = 0;

  constructor(clients: AttackClients, urls: NodeUrls, signal: AbortSignal) {
    this.#clients = clients;
    this.#urls = urls;
    this.#signal = signal;
  }

  /**
   * Sends a batch, or a request when it is one transaction, in a body filled with spaces to `length` bytes, and waits
   * until the last is in a block. Returns false when the attackers have to stop meanwhile. Throws an Error when a
   * response is not the hash of its transaction, or a receipt is missing or not one of success.
   */
  async submit(transactions: readonly Transaction[], length: number): Promise<boolean> {
    const entries = transactions.map(
      ({ raw }, id) => `{"jsonrpc":"2.0","id":${id},"method":"eth_sendRawTransaction","params":["${toHex(raw)}"]}`,
    );
    const body = (entries.length === 1 ? entries.join() : `[${entries.join()}]`).padEnd(length);
    const text = await this.#send(body);
    if (text === undefined) {
      if (this.#signal.aborted) return false;
      throw new Error(`no response to ${transactions.length} transactions in ${body.length} bytes`);
    }
    const responses: readonly RawResponse[] = [JSON.parse(text)].flat();
    for (const [index, { hash }] of transactions.entries()) {
      const response = responses[index];
      if (response !== undefined) this.#clients.tally.addResponse(response);
      if (response?.result !== hash) throw new Error(`instead of ${hash}: ${JSON.stringify(response)}`);
    }
    for (const { hash } of transactions.length > 1
      ? [transactions[0], transactions.at(-1)].filter(isGiven)
      : transactions) {
      if (!(await this.#hasReceipt(hash))) return false;
    }
    return true;
  }

  #send(body: string): Promise<string | undefined> {
    const { http = '', webSocket = '' } = this.#urls;
    const way = this.#turn++ % 4;
    if (way === 1) return this.#clients.post(http, body, { connection: 'close' });
    if (way === 2) return this.#overSocket(webSocket, body);
    if (way === 3) return inChunks(http, body, this.#signal);
    return this.#clients.post(http, body);
  }

  /** A WebSocket of its own, which is closed with the response. */
  async #overSocket(url: string, body: string): Promise<string | undefined> {
    const socket = await this.#clients.openWebSocket(url);
    if (socket === undefined) return undefined;
    const closed = once(socket, 'close').then(() => undefined);
    const message = once(socket, 'message').then(([data]) => String(data));
    socket.send(body);
    const text = await Promise.race([message, closed]).catch(() => undefined);
    socket.removeAllListeners('close').terminate();
    return text;
  }

  async #hasReceipt(hash: string): Promise<boolean> {
    const deadline = performance.now() + longestWaitMs;
    while (!this.#signal.aborted) {
      const text = await this.#clients.post(
        this.#urls.http ?? '',
        `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${hash}"]}`,
      );
      const receipt: { status?: string } | null | undefined = text === undefined ? undefined : JSON.parse(text).result;
      if (receipt) {
        if (receipt.status !== '0x1') throw new Error(`status ${receipt.status} of ${hash}`);
        return true;
      }
      if (performance.now() > deadline) throw new Error(`no receipt of ${hash} in ${longestWaitMs / 1000} s`);
      await sleep(20);
    }
    return false;
  }
}

/** A body without a content length, which leaves the fast path; in two parts. */
function inChunks(url: string, body: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', agent: false, headers, signal }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', () => resolve(undefined));
      reply.on('end', () => resolve(Buffer.concat(parts).toString()));
    });
    sent.on('error', () => resolve(undefined));
    sent.write(body.slice(0, body.length >> 1));
    sent.end(body.slice(body.length >> 1));
  });
}

function isGiven<T>(value: T | undefined): value is T {
  return value !== undefined;
}
