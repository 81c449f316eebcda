import { setTimeout as sleep } from 'node:timers/promises';
import { fromHex } from '#qord/primitives/hex.ts';
import { signatureTextOfHash } from '#qord/svm/signature-text.ts';
import { SocketClient } from '#qord/testing/interfaces/socket-client.ts';
import type { Random } from '#qord/testing/random/random.ts';
import type { Client } from './client.ts';
import { assertSame } from './difference.ts';
import type { Block, Log } from './ledger.ts';
import type { PathNode } from './path-node.ts';

/** Which logs are wanted, and what is said of them in a request. */
export type LogWish = {
  readonly filter: { readonly address?: string | readonly string[]; readonly topics?: readonly (string | null)[] };
  readonly isWanted: (log: Log) => boolean;
};

type Subscribed = {
  readonly name: string;
  readonly id: unknown;
  readonly expected: (blocks: readonly Block[]) => unknown[];
};
type Polled = Subscribed & { readonly found: unknown[] };

const allLogs = (blocks: readonly Block[]) => blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs));

/**
 * What subscribers and owners of filters are told while transactions are executed: blocks and logs by subscription on
 * both interfaces, and by filters that are polled now and then. All of it must be what a scan of the new blocks finds.
 */
export class Watch {
  readonly #eth: Client;
  readonly #sockets: readonly SocketClient[];
  readonly #subscribed: readonly Subscribed[];
  readonly #polled: readonly Polled[];

  private constructor(
    eth: Client,
    sockets: readonly SocketClient[],
    subscribed: readonly Subscribed[],
    polled: readonly Polled[],
  ) {
    this.#eth = eth;
    this.#sockets = sockets;
    this.#subscribed = subscribed;
    this.#polled = polled;
  }

  static async open(node: PathNode, wishes: readonly LogWish[]): Promise<Watch> {
    const { urls, eth } = node;
    const [socket, svm] = [await SocketClient.connect(urls.webSocket), await SocketClient.connect(urls.svmWebSocket)];
    const ofWish =
      ({ isWanted }: LogWish) =>
      (blocks: readonly Block[]) =>
        allLogs(blocks).filter(isWanted);
    const subscribe = async (
      from: SocketClient,
      method: string,
      params: unknown[],
      expected: Subscribed['expected'],
    ) => {
      const { result, error } = await from.ask(method, ...params);
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return { name: `${method} ${JSON.stringify(params)}`, id: result, expected };
    };
    const subscribed = [
      await subscribe(socket, 'eth_subscribe', ['newHeads'], (blocks) => blocks.map(({ header }) => header)),
      ...(await Promise.all(
        wishes.map((wish) => subscribe(socket, 'eth_subscribe', ['logs', wish.filter], ofWish(wish))),
      )),
      await subscribe(svm, 'slotSubscribe', [], (blocks) =>
        blocks.map(({ height }) => ({ parent: height - 1, root: height, slot: height })),
      ),
      await subscribe(svm, 'rootSubscribe', [], (blocks) => blocks.map(({ height }) => height)),
      await subscribe(svm, 'logsSubscribe', ['all'], (blocks) => blocks.flatMap(outcomesOf)),
    ];
    const install = async (method: string, params: unknown[], expected: Subscribed['expected']) => {
      const id = await eth(method, ...params);
      return { name: `${method} ${JSON.stringify(params)}`, id, expected, found: [] };
    };
    const polled = [
      await install('eth_newBlockFilter', [], (blocks) => blocks.map(({ hash }) => hash)),
      ...(await Promise.all(wishes.map((wish) => install('eth_newFilter', [wish.filter], ofWish(wish))))),
    ];
    return new Watch(eth, [socket, svm], subscribed, polled);
  }

  /** Asks some of the filters for what is new. */
  async poll(random: Random): Promise<void> {
    for (const filter of this.#polled) if (random.chance(0.5)) await this.#pollOne(filter);
  }

  /** Compares everything with the blocks that were made meanwhile, and closes. Throws a Difference. */
  async end(blocks: readonly Block[]): Promise<void> {
    for (const filter of this.#polled) {
      await this.#pollOne(filter);
      assertSame(`${filter.name}, polled, and a scan`, filter.found, filter.expected(blocks));
      await this.#eth('eth_uninstallFilter', filter.id);
    }
    for (const { name, id, expected } of this.#subscribed) {
      const wanted = expected(blocks);
      const told = await this.#toldOf(id, wanted.length);
      assertSame(`${name} and a scan`, told, wanted);
    }
    for (const { socket } of this.#sockets) socket.terminate();
  }

  async #pollOne({ id, found }: Polled): Promise<void> {
    found.push(...(await this.#eth<unknown[]>('eth_getFilterChanges', id)));
  }

  /** The results that a subscription was told; waits for so many, and a moment for more. */
  async #toldOf(id: unknown, count: number): Promise<readonly unknown[]> {
    const told = () =>
      this.#sockets
        .flatMap(({ notifications }) => notifications)
        .filter(({ params }) => params.subscription === id)
        .map(({ params }) => outcomeIn(params.result) ?? params.result);
    const until = performance.now() + 20_000;
    while (told().length < count && performance.now() < until) await sleep(10);
    return told();
  }
}

/** The slot, the signature and the success of each transaction. */
function outcomesOf({ height, receipts }: Block): readonly unknown[] {
  return receipts.map(({ transactionHash, status }) => ({
    slot: height,
    signature: signatureTextOfHash(fromHex(transactionHash)),
    isError: status !== '0x1',
  }));
}

/** The same of a notification of logs on the SVM interface; undefined for others. */
function outcomeIn(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('context' in result) || !('value' in result)) return undefined;
  const { context, value } = result as {
    context: { slot: number };
    value: { signature: string; err: unknown };
  };
  return { slot: context.slot, signature: value.signature, isError: value.err !== null };
}

/** Wishes for logs like those there are: all, of some contracts, and with some topics. */
export function logWishes(logs: readonly Log[], random: Random): readonly LogWish[] {
  const sample = () => logs[random.below(logs.length)];
  const [one, other, third] = [sample(), sample(), sample()];
  const addresses = [one, other].flatMap((log) => (log === undefined ? [] : [log.address]));
  const topics = (third?.topics ?? []).map((topic) => (random.chance(0.5) ? topic : null));
  return [
    { filter: {}, isWanted: () => true },
    {
      filter: { address: addresses },
      isWanted: ({ address }) => addresses.includes(address) || addresses.length === 0,
    },
    {
      filter: { topics },
      isWanted: (log) =>
        topics.length <= log.topics.length && topics.every((topic, at) => topic === null || topic === log.topics[at]),
    },
  ];
}
