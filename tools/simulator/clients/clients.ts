import type { CommittedBlock } from '#qord/chain/types.ts';
import type { ShadowChain } from '../checks/shadow-chain.ts';
import type { TransactionLedger } from '../checks/transaction-ledger.ts';
import { portsOf, type SimulatedNode } from '../node/simulated-node.ts';
import type { WireManners } from '../world/connection.ts';
import { polite, type World } from '../world/world.ts';
import { Auditor } from './auditor.ts';
import { Developer } from './developer.ts';
import { FilterOwner } from './filter-owner.ts';
import { HttpClient } from './http-client.ts';
import { PoorSender } from './poor-sender.ts';
import { Programs } from './programs.ts';
import { Reader } from './reader.ts';
import { Sender } from './sender.ts';
import { Subscriber } from './subscriber.ts';
import { WebSocketReader } from './web-socket-reader.ts';

/** All clients of a run. */
export type SimulatedClients = {
  start(): void;
  /** They begin nothing more. */
  stop(): void;
  /** A block has been committed. */
  follow(receipts: CommittedBlock['receipts']): void;
  /** The process that they talked to is gone. */
  forget(): void;
  /** Blocks are gone. */
  onRewind(): void;
  /** Requests without an answer. */
  readonly waiting: number;
};

const rude: WireManners = { delayMs: 80, isCut: 0.2, readingMs: 200 };
/** Who reads hardly anything. */
const sleepy: WireManners = { delayMs: 80, isCut: 0, readingMs: 20_000 };
const senders = 6;
const subscribers = 2;
/** Milliseconds between two acts of one client, at most, where everything is asked: more often than blocks are caused. */
const pausesMs = { sending: 4_000, developing: 2_000, asking: 700 };
/** Transactions that a client sends together, at most: blocks have some 20 of a network, or where less is asked. */
const bursts = { small: 32, large: 120 };

/** Who asks, in the order below. */
const askingNames = ['reader 0', 'reader 1', 'svm reader', 'websocket reader', 'auditor', 'filter owner'] as const;

/** What is sent at once, and how seldom is asked: the blocks of a network come a second apart. An auditor asks most. */
function loadOf({ every }: World, nodes: number) {
  const burst = nodes > 1 || every === 1 ? bursts.small : bursts.large;
  const askingMs = (nodes > 1 ? 4 : 1) * pausesMs.asking;
  return { burst, auditingMs: every * askingMs, askingMs: Math.min(every, 4) * askingMs };
}

type Actor = { act(): void };

export function createClients(
  world: World,
  ledger: TransactionLedger,
  shadow: ShadowChain,
  nodes: readonly SimulatedNode[],
): SimulatedClients {
  const manners = (): WireManners => (world.profile.clientsAreRude && world.random.chance(0.4) ? rude : polite);
  const clients: HttpClient[] = [];
  const { burst, auditingMs, askingMs } = loadOf(world, nodes.length);
  const connect = (port: number, manners: WireManners) => {
    const client = new HttpClient(world, port, `127.0.1.${clients.length + 1}`, manners);
    clients.push(client);
    return client;
  };
  const programs = new Programs();
  const sending = Array.from({ length: senders }, (_, account) => {
    const at = account % nodes.length;
    const node = () => nodes[at]?.running;
    const client = connect(portsOf(at).http, manners());
    return new Sender(world, account, { client, ledger, node, network: () => shadow.network, burst, programs });
  });
  const poor = new PoorSender(8, connect(portsOf(0).http, polite), ledger);
  const subscribing = Array.from({ length: subscribers }, (_, at) => {
    const isSleepy = at === 0 && world.profile.clientsAreRude && world.random.chance(0.5);
    const place = portsOf(world.random.below(nodes.length)).webSocket;
    return new Subscriber(world, place, isSleepy ? sleepy : manners(), shadow.rewoundTo);
  });
  const client = (name: 'http' | 'svm', at = world.random.below(nodes.length)) => connect(portsOf(at)[name], manners());
  const audited = world.random.below(nodes.length);
  const filter = new FilterOwner(world, client('http'), shadow);
  const atSocket = new WebSocketReader(world, portsOf(world.random.below(nodes.length)).webSocket, manners());
  const atNode = { evm: client('http', audited), svm: client('svm', audited) };
  const asking = [
    new Reader(world, client('http'), 'eth'),
    new Reader(world, client('http'), 'eth'),
    new Reader(world, client('svm'), 'svm'),
    atSocket,
    new Auditor(world, atNode, shadow, () => nodes[audited]?.running?.chain.reader.head().number ?? 0),
    filter,
  ];
  const developers =
    nodes.length === 1 && world.random.chance(world.profile.develops)
      ? [new Developer(world, connect(portsOf(0).http, polite), shadow, ledger)]
      : [];
  world.isDeveloped = developers.length > 0;
  let isStopped = false;
  const act = (name: string, actor: Actor, pauseMs: number) =>
    world.actAgain(name, pauseMs, () => {
      if (!isStopped) actor.act();
    });
  return {
    start: () => {
      for (const [at, actor] of [...sending, poor].entries()) act(`sender ${at}`, actor, pausesMs.sending);
      for (const [at, actor] of subscribing.entries()) act(`subscriber ${at}`, actor, pausesMs.asking);
      for (const each of developers)
        world.actAgain('developer', pausesMs.developing, () => nodes[0]?.running && each.act());
      for (const [at, actor] of asking.entries())
        act(askingNames[at] ?? '', actor, actor instanceof Auditor ? auditingMs : askingMs);
    },
    stop: () => {
      isStopped = true;
    },
    follow: (receipts) => {
      const created = receipts.flatMap(({ contractAddress: found }) => (found === undefined ? [] : [found]));
      for (const sender of sending) sender.learn(created);
    },
    forget: () => {
      for (const each of [filter, ...developers]) each.forget();
    },
    onRewind: () => {
      for (const each of [filter, ...sending, ...developers]) each.onRewind();
    },
    get waiting() {
      return clients.reduce((sum, { waiting }) => sum + waiting, atSocket.waiting);
    },
  };
}
