import type { CommittedBlock } from '#qord/chain/types.ts';
import type { ShadowChain } from '../checks/shadow-chain.ts';
import type { TransactionLedger } from '../checks/transaction-ledger.ts';
import { portsOf, type SimulatedNode } from '../node/simulated-node.ts';
import type { WireManners } from '../world/connection.ts';
import { polite, type World } from '../world/world.ts';
import type { ActorParts } from './actor.ts';
import { Auditor } from './auditor.ts';
import { Developer } from './developer.ts';
import { FilterOwner } from './filter-owner.ts';
import { HttpClient } from './http-client.ts';
import { PoorSender } from './poor-sender.ts';
import { Programs } from './programs.ts';
import { Reader } from './reader.ts';
import { Sender } from './sender.ts';
import { Subscriber } from './subscriber.ts';
import { SvmSubscriber } from './svm-subscriber.ts';
import { WebSocketReader } from './web-socket-reader.ts';

/** All clients of a run. */
export type SimulatedClients = ReturnType<typeof createClients>;

const rude: WireManners = { delayMs: 80, isCut: 0.2, readingMs: 200 };
/** Who reads hardly anything. */
const sleepy: WireManners = { delayMs: 80, isCut: 0, readingMs: 20_000 };
const senders = 6;
const subscribers = 2;
/** Milliseconds between two acts of one client, at most, where everything is asked: more often than blocks are caused. */
const pausesMs = { sending: 4_000, developing: 2_000, asking: 700 };
/** Transactions that a client sends together, at most: blocks have some 20 of a network, or where less is asked. */
const bursts = { small: 32, large: 120 };

/** What is sent at once, and how seldom is asked: the blocks of a network come a second apart. An auditor asks most. */
function loadOf({ every }: World, nodes: number) {
  const burst = nodes > 1 || every === 1 ? bursts.small : bursts.large;
  const askingMs = (nodes > 1 ? 4 : 1) * pausesMs.asking;
  return { burst, auditingMs: every * askingMs, askingMs: Math.min(every, 4) * askingMs };
}

export function createClients(
  world: World,
  ledger: TransactionLedger,
  shadow: ShadowChain,
  nodes: readonly SimulatedNode[],
) {
  const { burst, auditingMs, askingMs } = loadOf(world, nodes.length);
  const isRude = (name: string, probability: number) =>
    world.profile.clientsAreRude && world.randomOf(`manners of ${name}`).chance(probability);
  const mannersOf = (name: string) => (isRude(name, 0.4) ? rude : polite);
  const placeOf = (name: string) => world.randomOf(`place of ${name}`).below(nodes.length);
  const clients: HttpClient[] = [];
  const connect = (at: number, port: 'http' | 'svm', manners: WireManners) => {
    const client = new HttpClient(world, portsOf(at)[port], `127.0.1.${clients.length + 1}`, manners);
    clients.push(client);
    return client;
  };
  const partsOf = (name: string, at = placeOf(name), manners = mannersOf(name), port: 'http' | 'svm' = 'http') => {
    const client = connect(at, port, manners);
    const flags = () => nodes[at]?.settings?.flags ?? {};
    return { world, client, shadow, ledger, node: () => nodes[at]?.running, flags } satisfies ActorParts;
  };
  const webSocketOf = (name: string) => portsOf(placeOf(name)).webSocket;
  const [programs, atSvm] = [new Programs(), placeOf('svm subscriber')];
  const sending = Array.from({ length: senders }, (_, account) => {
    return new Sender(account, { ...partsOf(`sender ${account}`, account % nodes.length), burst, programs });
  });
  const poor = new PoorSender(partsOf('poor sender', 0, polite));
  const atBlocks = Array.from({ length: subscribers }, (_, at) => {
    const name = `subscriber ${at}`;
    const manners = at === 0 && isRude(name, 0.5) ? sleepy : mannersOf(name);
    return new Subscriber(world, webSocketOf(name), manners, shadow);
  });
  const subscribing = [...atBlocks, new SvmSubscriber(world, portsOf(atSvm).svmWebSocket, shadow, nodes[atSvm])];
  const audited = placeOf('auditor');
  const filter = new FilterOwner(partsOf('filter owner'));
  const atSocket = new WebSocketReader(world, webSocketOf('websocket reader'), mannersOf('websocket reader'));
  const asking = {
    'reader 0': new Reader(partsOf('reader 0'), 'eth'),
    'reader 1': new Reader(partsOf('reader 1'), 'eth'),
    'svm reader': new Reader(partsOf('svm reader', undefined, undefined, 'svm'), 'svm'),
    'websocket reader': atSocket,
    auditor: new Auditor(partsOf('auditor', audited), connect(audited, 'svm', mannersOf('auditor at svm'))),
    'filter owner': filter,
  };
  const developers =
    nodes.length === 1 && world.randomOf('develops').chance(world.profile.develops)
      ? [new Developer(partsOf('developer', 0, polite))]
      : [];
  world.isDeveloped = developers.length > 0;
  const act = (name: string, actor: { act(): void }, pauseMs: number) =>
    world.actAgain(name, world.pace * pauseMs, () => {
      if (!world.isCalm) actor.act();
    });
  return {
    start: () => {
      for (const [at, actor] of [...sending, poor].entries()) act(`sender ${at}`, actor, pausesMs.sending);
      for (const [at, actor] of subscribing.entries()) act(`subscriber ${at}`, actor, pausesMs.asking);
      for (const each of developers) world.actAgain('developer', world.pace * pausesMs.developing, () => each.act());
      for (const [name, actor] of Object.entries(asking)) act(name, actor, name === 'auditor' ? auditingMs : askingMs);
    },
    /** They end their direction of each connection, or leave a WebSocket, which they may have to read for long. */
    end: () => {
      for (const client of clients) client.sendNoMore();
      for (const each of [...subscribing, atSocket]) each.leave();
    },
    /** A block has been committed. */
    follow: (receipts: CommittedBlock['receipts']) => {
      const created = receipts.flatMap(({ contractAddress: found }) => (found === undefined ? [] : [found]));
      for (const sender of sending) sender.learn(created);
    },
    /** The process that they talked to is gone. */
    forget: () => {
      for (const each of [filter, ...developers]) each.forget();
    },
    /** Blocks are gone. */
    onRewind: () => {
      for (const each of [filter, ...sending, ...developers]) each.onRewind();
    },
    /** Requests without an answer. */
    get waiting() {
      return clients.reduce((sum, { waiting }) => sum + waiting, atSocket.waiting);
    },
  };
}
