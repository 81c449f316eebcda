import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { RawResponse } from '#qord/testing/raw-rpc.ts';
import { Tally } from './tally.ts';

/**
 * Source addresses of the attackers, so that limits per address alone do not stop them. The ordinary client uses
 * another.
 */
const addresses =
  process.platform === 'linux' ? [2, 3, 4, 5, 6, 7, 8, 9].map((last) => `127.0.0.${last}`) : [undefined];

/** HTTP and WebSocket clients of an attacker: failures of a connection are counted, never thrown. */
export class AttackClients {
  readonly tally = new Tally();
  readonly #addresses: readonly (string | undefined)[];
  readonly #agents: readonly Agent[];
  readonly #sockets = new Set<{ destroy(): void }>();
  readonly #signal: AbortSignal;
  #next = 0;

  /** @param count number of source addresses, at most 8 */
  constructor(signal: AbortSignal, count: number) {
    this.#signal = signal;
    this.#addresses = addresses.slice(0, count);
    this.#agents = this.#addresses.map(
      (localAddress) => new Agent({ keepAlive: true, ...(localAddress === undefined ? {} : { localAddress }) }),
    );
    signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Closes all connections without a close handshake. */
  close(): void {
    for (const agent of this.#agents) agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Sends one request; undefined when no well-formed response arrived. */
  call(url: string, method: string, ...params: readonly unknown[]): Promise<RawResponse | undefined> {
    return this.send(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  }

  /** Posts a request unchanged and counts the response. */
  async send(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawResponse | undefined> {
    const text = await this.post(url, body, headers);
    if (text === undefined) return undefined;
    try {
      const response: RawResponse | readonly RawResponse[] = JSON.parse(text);
      if (!('jsonrpc' in response)) {
        for (const one of response) this.tally.addResponse(one);
        return undefined;
      }
      this.tally.addResponse(response);
      return response;
    } catch {
      this.tally.add(`no JSON: ${text.slice(0, 80)}`);
      return undefined;
    }
  }

  /** Posts a body and returns the text of the reply; undefined when the connection failed. */
  post(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
    const agent = this.#agents[this.#turn()];
    return new Promise((resolve) => {
      const fail = (error: Error & { code?: string }) => {
        if (!this.#signal.aborted) this.tally.add(`connection: ${error.code ?? error.message}`);
        resolve(undefined);
      };
      const length = Buffer.byteLength(body);
      const allHeaders = { 'content-type': 'application/json', 'content-length': length, ...headers };
      const sent = request(url, { method: 'POST', agent, headers: allHeaders }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', fail);
        reply.on('end', () => {
          if (reply.statusCode !== 200) this.tally.add(`HTTP ${reply.statusCode}`);
          resolve(Buffer.concat(chunks).toString());
        });
      });
      sent.on('error', fail);
      sent.end(body);
    });
  }

  /** A connection on which nothing has been sent. */
  async connect(url: string): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), ...this.#from() });
    this.#sockets.add(socket);
    socket.on('error', (error: Error & { code?: string }) => this.tally.add(`connection: ${error.code}`));
    socket.on('close', () => this.#sockets.delete(socket));
    await Promise.race([once(socket, 'connect').catch(() => undefined), once(socket, 'close')]);
    return socket;
  }

  /** An open WebSocket; undefined when the node rejects it. The reader counts its responses. */
  async openWebSocket(url: string): Promise<WebSocket | undefined> {
    const socket = new WebSocket(url, this.#from());
    const closer = { destroy: () => socket.terminate() };
    this.#sockets.add(closer);
    socket.on('error', (error) => this.tally.add(`connection: ${error.message}`));
    socket.on('close', (code) => {
      if (!this.#signal.aborted) this.tally.add(`closed with ${code}`);
      this.#sockets.delete(closer);
    });
    await Promise.race([once(socket, 'open'), once(socket, 'close')]).catch(() => undefined);
    return socket.readyState === WebSocket.OPEN ? socket : undefined;
  }

  /** Runs `work` repeatedly in so many concurrent loops, until the attackers have to stop. */
  async flood(loops: number, work: (round: number, loop: number) => Promise<unknown>): Promise<void> {
    const loop = async (_: unknown, index: number) => {
      for (let round = 0; !this.#signal.aborted; round++) {
        const response = await work(round, index);
        if (response === undefined) await sleep(20); // rejected: this does not test how often a client can connect
      }
    };
    await Promise.all(Array.from({ length: loops }, loop));
  }

  #from(): { localAddress?: string } {
    const localAddress = this.#addresses[this.#turn()];
    return localAddress === undefined ? {} : { localAddress };
  }

  #turn(): number {
    return this.#next++ % this.#addresses.length;
  }
}
