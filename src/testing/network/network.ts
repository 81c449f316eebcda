import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { GenesisDocument } from '../../chain/genesis/parse-genesis.ts';
import type { ConfigValues } from '../../config/template.ts';
import { type CometHome, cometHome } from '../../consensus/comet/comet-home.ts';
import { createTestnet, type TestnetNode } from '../../node/testnet.ts';
import { type SpawnedNode, spawnNode } from '../spawn-node.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { AbciTap } from './abci-tap.ts';
import { ExternalComet, externalFlags } from './external-comet.ts';
import { createFreeTestnet } from './free-testnet.ts';
import { NetworkLinks } from './links/network-links.ts';
import { postRequest } from './post-request.ts';

/** A node of the network that can be stopped and started again. */
export type NetworkNode = {
  readonly home: string;
  readonly comet: CometHome;
  /** Process of the newest start */
  readonly process: SpawnedNode;
  /** Result of a JSON-RPC call. Throws an error with the message of the node. */
  call<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  height(): Promise<number>;
  /** `preloads`: as of `spawnNode` */
  start(flags?: Readonly<Record<string, string>>, preloads?: readonly string[]): Promise<void>;
};

type NetworkOptions = {
  readonly validators: number;
  readonly fullNodes?: number;
  readonly values?: ConfigValues;
  /** Genesis Genesis whose validators are replaced */
  readonly genesis?: GenesisDocument | undefined;
  /** further settings of each node, made when the homes are written */
  readonly arrange?: (nodes: readonly TestnetNode[]) => FlagsOf;
  /** Flags Flags of every node at each start */
  readonly flags?: Readonly<Record<string, string>>;
};

/** Faster than the defaults, as all nodes are on one machine. */
const quick = {
  'comet.propose-timeout': '1500ms',
  'comet.commit-pause': '100ms',
  'consensus.block-interval': '600ms',
};

/** Writes a network and starts its nodes, each in a process of its own with its CometBFT, until the test ends. */
export async function startNetwork(
  t: Pick<TestContext, 'after'>,
  options: NetworkOptions,
): Promise<readonly NetworkNode[]> {
  return await startNodes(t, options, async (written) => options.arrange?.(written) ?? (() => ({})));
}

/** The same; the peers are connected by links that the test can cut. */
export async function startLinkedNetwork(t: Pick<TestContext, 'after'>, options: NetworkOptions) {
  let links: NetworkLinks | undefined;
  const nodes = await startNodes(t, options, async (written) => {
    const opened = await NetworkLinks.open(t, written);
    links = opened;
    return (index) => ({ 'comet.persistent-peers': opened.peersOf(index) });
  });
  if (links === undefined) throw new Error('there are no links');
  return { nodes, links };
}

/**
 * The same, with a tap between one of the nodes and its CometBFT, which runs from the start. `node` and `comet` are
 * those of the tap.
 */
export async function startTappedNetwork(t: Pick<TestContext, 'after'>, tapped: number, options: NetworkOptions) {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends) await end(); // before the folder goes
  });
  const nodes = await startNodes(t, options, async () => (index) => (index === tapped ? externalFlags : {}));
  const node = nodes[tapped];
  if (node === undefined) throw new RangeError(`there is no node ${tapped}`);
  const file = join(dirname(node.comet.abciSocket), 'tap.sock');
  const tap = await AbciTap.open(file, node.comet.abciSocket);
  const comet = new ExternalComet(node, file);
  ends.push(
    () => comet.kill(),
    () => tap.close(),
  );
  await comet.start();
  return { nodes, node, tap, comet };
}

type FlagsOf = (index: number) => Readonly<Record<string, string>>;

/** `prepare` is called when the homes are written, and returns flags of each node. */
async function startNodes(
  t: Pick<TestContext, 'after'>,
  { validators, fullNodes = 0, values = {}, flags = {}, genesis }: NetworkOptions,
  prepare: (nodes: readonly TestnetNode[]) => Promise<FlagsOf>,
): Promise<readonly NetworkNode[]> {
  const running: NetworkNode[] = [];
  t.after(() => Promise.all(running.map(end))); // before the folder goes
  const folder = temporaryFolder(t);
  const timestamp = Math.floor(Date.now() / 1000);
  const own = genesis === undefined ? {} : { genesis };
  const size = { validators, fullNodes };
  const fields = { folder, ...size, timestamp, ...own, values: { ...quick, ...values } };
  const nodes = await createFreeTestnet((basePort) => createTestnet({ ...fields, basePort }));
  const flagsOf = await prepare(nodes);
  const starts = nodes.map(({ home }, index) => startNode(t, home.folder, { ...flags, ...flagsOf(index) }));
  running.push(...(await Promise.all(starts)));
  return running;
}

/** Stops a node with its CometBFT; kills it when it does not end. */
async function end({ process }: NetworkNode): Promise<void> {
  const timer = setTimeout(() => process.process.kill('SIGKILL'), 30_000);
  await process.stop('SIGTERM');
  clearTimeout(timer);
}

/** Starts a node on a home of a network. `flags` hold for all its starts. */
async function startNode(
  t: Pick<TestContext, 'after'>,
  home: string,
  flags: Readonly<Record<string, string>> = {},
): Promise<NetworkNode> {
  let process = await spawnNode(t, home, flags);
  const call = async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const url = method.startsWith('get') ? process.urls.svm : process.urls.http;
    const reply = await postRequest(url ?? '', method, params);
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result as T;
  };
  return {
    home,
    comet: cometHome(home),
    get process() {
      return process;
    },
    call,
    height: async () => Number(await call<string>('eth_blockNumber')),
    start: async (further, preloads) => {
      process = await spawnNode(t, home, { ...flags, ...further }, preloads);
    },
  };
}

/** Waits until every node has the block of that height. What stalls is reported with the last lines of each node. */
export async function allAt(nodes: readonly NetworkNode[], height: number): Promise<void> {
  const heights = async () => Promise.all(nodes.map((node) => node.height().catch(() => -1)));
  const areThere = async () => (await heights()).every((reached) => reached >= height);
  try {
    await until(areThere, `block ${height}`);
  } catch (cause) {
    const words = nodes.map((node, index) => `node ${index}: ${lastWords(node)}`);
    throw new Error(`no block ${height}\n${words.join('\n')}`, { cause });
  }
}

/** How a node has ended, if it has, and what it and its CometBFT logged last. */
function lastWords({ process: { process: child, records, errorOutput } }: NetworkNode): string {
  const end = child.exitCode === null && child.signalCode === null ? 'it runs' : 'it has ended';
  return [end, errorOutput(), ...records.slice(-30).map((record) => JSON.stringify(record))].join('\n');
}
