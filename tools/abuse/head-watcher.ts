import { setTimeout as sleep } from 'node:timers/promises';
import { SocketClient } from '#qord/testing/interfaces/socket-client.ts';

/** A block that somebody has read and that was not announced yet. */
type Readable = { readonly height: number; readonly since: number };

/**
 * A subscriber to new blocks that measures how late it hears of them: the time from the moment when the height of the
 * block was first read until its notification. It has to run in another process than attackers, who keep theirs busy.
 */
export class HeadWatcher {
  readonly #client: SocketClient;
  readonly #waiting: Readable[] = [];
  #announced = 0;
  #longest = 0;
  #isClosed = false;
  #end: string | undefined;

  private constructor(client: SocketClient) {
    this.#client = client;
    client.socket.on('message', () => this.#receive());
    client.socket.on('close', (code, reason) => {
      if (!this.#isClosed) this.#end = `newHeads: closed with ${code} ${reason}`;
    });
    client.socket.on('error', () => {}); // 'close' follows
  }

  /** Subscribes to new blocks. */
  static async open(url: string): Promise<HeadWatcher> {
    const client = await SocketClient.connect(url);
    const watcher = new HeadWatcher(client);
    const { error } = await client.ask('eth_subscribe', 'newHeads');
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
    const { result } = await client.ask('eth_blockNumber');
    watcher.#announced = Math.max(watcher.#announced, Number(result)); // nobody announces older blocks
    return watcher;
  }

  /** Another request has just read this height, so its block can be announced. */
  read(height: number): void {
    const known = Math.max(this.#announced, this.#waiting.at(-1)?.height ?? 0);
    if (height > known) this.#waiting.push({ height, since: performance.now() });
  }

  /** The longest delay so far in milliseconds, that of a block that is not announced yet included. */
  get longestDelay(): number {
    const [first] = this.#waiting;
    return first === undefined ? this.#longest : Math.max(this.#longest, performance.now() - first.since);
  }

  restartMeasuring(): void {
    this.#longest = 0;
  }

  /** Waits until every block that was read is announced, so many milliseconds at most. */
  async settle(longest: number): Promise<void> {
    const until = performance.now() + longest;
    while (this.#waiting.length > 0 && performance.now() < until) await sleep(10);
  }

  /** How the node has ended the subscription, if it has. */
  get end(): string | undefined {
    return this.#end;
  }

  /** Ends the subscription. */
  close(): void {
    this.#isClosed = true;
    this.#client.socket.terminate();
  }

  #receive(): void {
    for (const { params } of this.#client.notifications.splice(0)) {
      this.#announced = Number((params.result as { readonly number: string }).number);
      for (
        let [first] = this.#waiting;
        first !== undefined && first.height <= this.#announced;
        [first] = this.#waiting
      ) {
        this.#longest = Math.max(this.#longest, performance.now() - first.since);
        this.#waiting.shift();
      }
    }
  }
}
