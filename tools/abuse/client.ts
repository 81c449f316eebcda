import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeUrls } from '#qord/node/banner.ts';
import { toHex } from '#qord/primitives/hex.ts';
import type { RawResponse } from '#qord/testing/raw-rpc.ts';
import { signFrom } from '#qord/testing/sign-from.ts';
import { HeadWatcher } from './head-watcher.ts';
import { Latencies } from './latencies.ts';

/** The account of the well-behaved client; attackers pay from others. */
const account = 9;
const pingEvery = 20;
const transferEvery = 200;
const timeoutMs = 60_000;

/** What an ordinary client observed. */
export type ClientReport = {
  readonly latencies: Latencies;
  /** longest time in milliseconds from a block that could be read to its notification */
  readonly headDelayMs: number;
  /** requests without a response, or with an error */
  readonly lost: readonly string[];
  readonly transfers: number;
  /** hashes of transfers without a receipt of success */
  readonly lostTransfers: readonly string[];
};

/**
 * Requests the height, follows new blocks and sends transfers, as an ordinary application does; reports latencies and
 * failures.
 */
export class WellBehavedClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #lost: string[] = [];
  readonly #sent: string[] = [];
  readonly #lanes: Promise<void>[] = [];
  readonly #heads: HeadWatcher;
  #latencies = new Latencies(pingEvery);
  #nonce = 0n;
  #isStopped = false;

  private constructor(url: string, heads: HeadWatcher) {
    this.#url = url;
    this.#heads = heads;
    this.#lanes.push(this.#ping(), this.#transfer());
  }

  /** Begins its load. */
  static async start({ http = '', webSocket = '' }: NodeUrls): Promise<WellBehavedClient> {
    return new WellBehavedClient(http, await HeadWatcher.open(webSocket));
  }

  /** Drops the latencies measured so far. */
  restartMeasuring(): void {
    this.#latencies = new Latencies(pingEvery);
    this.#heads.restartMeasuring();
  }

  /** Ends the load and waits for open requests and, unless the node has ended, for the receipts. */
  async stop(isNodeGone: boolean): Promise<ClientReport> {
    this.#isStopped = true;
    const latencies = this.#latencies;
    await Promise.all(this.#lanes);
    const headDelayMs = this.#heads.longestDelay;
    if (this.#heads.end !== undefined) this.#lost.push(this.#heads.end);
    this.#heads.close();
    const lostTransfers = isNodeGone ? this.#sent : await this.#withoutReceipt();
    this.#agent.destroy();
    return { latencies, headDelayMs, lost: this.#lost, transfers: this.#sent.length, lostTransfers };
  }

  async #ping(): Promise<void> {
    while (!this.#isStopped) {
      const latencies = this.#latencies;
      const began = performance.now();
      const height = await this.#ask('eth_blockNumber');
      if (height === undefined) await sleep(100);
      else this.#heads.read(Number(height));
      latencies.add(performance.now() - began);
      await sleep(pingEvery);
    }
  }

  async #transfer(): Promise<void> {
    while (!this.#isStopped) {
      const { raw, hash } = signFrom(account, { nonce: this.#nonce, cap: 100n * 10n ** 11n, tip: 10n ** 9n });
      if ((await this.#ask('eth_sendRawTransaction', toHex(raw))) !== undefined) {
        this.#nonce++;
        this.#sent.push(hash);
      }
      await sleep(transferEvery);
    }
  }

  async #withoutReceipt(): Promise<readonly string[]> {
    const deadline = performance.now() + timeoutMs;
    let left: readonly string[] = this.#sent;
    while (left.length > 0 && performance.now() < deadline) {
      const without: string[] = [];
      for (const hash of left) {
        const receipt = await this.#ask('eth_getTransactionReceipt', hash);
        if ((receipt as { status?: string } | null | undefined)?.status !== '0x1') without.push(hash);
      }
      left = without;
      if (left.length > 0) await sleep(500);
    }
    return left;
  }

  /** The result; undefined (and counted as lost) when there is none. */
  async #ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    try {
      const { result, error } = await this.#post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      if (error === undefined) return result;
      this.#lost.push(`${method}: ${error.code} ${error.message}`);
    } catch (error) {
      this.#lost.push(`${method}: ${error instanceof Error ? error.message : error}`);
    }
    return undefined;
  }

  #post(body: string): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers, timeout: timeoutMs }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', reject);
        reply.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (reply.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`HTTP ${reply.statusCode} ${text.slice(0, 100)}`));
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`no response in ${timeoutMs} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
