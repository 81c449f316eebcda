import type { Random } from '#qord/testing/random/random.ts';
import { type SpawnedNode, spawnNode } from '#qord/testing/spawn-node.ts';
import type { Described } from '../abuse/requests/schema-rules.ts';
import { type Client, clientOf } from './client.ts';
import { askable } from './questions.ts';
import { openWays, type Ways } from './ways.ts';

/** Settings that must change no answer. */
const settings = [
  {},
  { 'json-rpc.execution-threads': '0' },
  { 'json-rpc.execution-threads': '2' },
  { 'storage.cache-size': '16777216' },
  { 'storage.durable': 'true' },
  { 'consensus.block-thread-memory': '0' },
] as const;

/** A node on one home that is restarted with other settings, and the ways into it. It makes blocks only when asked. */
export class PathNode {
  readonly #home: string;
  #node: SpawnedNode;
  ways: { readonly eth: Ways; readonly svm: Ways };
  eth: Client;
  svm: Client;
  readonly methods: { readonly eth: readonly Described[]; readonly svm: readonly Described[] };

  private constructor(home: string, node: SpawnedNode, ways: PathNode['ways'], methods: PathNode['methods']) {
    this.#home = home;
    this.#node = node;
    this.ways = ways;
    this.methods = methods;
    this.eth = clientOf(node.urls.http ?? '');
    this.svm = clientOf(node.urls.svm ?? '');
  }

  static async start(home: string): Promise<PathNode> {
    const node = await startOn(home, {});
    const methods = {
      eth: await askable(clientOf(node.urls.http ?? '')),
      svm: await askable(clientOf(node.urls.svm ?? '')),
    };
    return new PathNode(home, node, await waysInto(node), methods);
  }

  /** Ends the node, as asked or by a kill, and starts it with other settings. */
  async restart(how: 'restart' | 'kill', random: Random): Promise<void> {
    await this.stop(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
    this.#node = await startOn(this.#home, random.pick(settings));
    this.eth = clientOf(this.#node.urls.http ?? '');
    this.svm = clientOf(this.#node.urls.svm ?? '');
    this.ways = await waysInto(this.#node);
  }

  /** Addresses of the WebSockets. */
  get urls(): { readonly webSocket: string; readonly svmWebSocket: string } {
    const { webSocket = '', svmWebSocket = '' } = this.#node.urls;
    return { webSocket, svmWebSocket };
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.ways.eth.close();
    this.ways.svm.close();
    await this.#node.stop(signal);
  }
}

function startOn(home: string, flags: Readonly<Record<string, string>>): Promise<SpawnedNode> {
  const quiet = { 'consensus.block-interval': '0s', 'json-rpc.evm-timeout': '30s' };
  return spawnNode({ after: () => undefined }, home, { ...quiet, ...flags });
}

async function waysInto({ urls }: SpawnedNode): Promise<PathNode['ways']> {
  return { eth: await openWays(urls, 'eth'), svm: await openWays(urls, 'svm') };
}
