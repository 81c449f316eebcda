import type { CommittedBlock } from '#qord/chain/types.ts';
import type { QordNode } from '#qord/node/create-node.ts';
import type { TransactionLedger } from '../checks/transaction-ledger.ts';
import { ports } from '../node/simulated-node.ts';
import type { WireManners } from '../world/connection.ts';
import type { World } from '../world/world.ts';
import { HttpClient } from './http-client.ts';
import { Sender } from './sender.ts';
import { Subscriber } from './subscriber.ts';

/** All clients of a run. */
export type SimulatedClients = {
  start(): void;
  /** They begin nothing more. */
  stop(): void;
  /** A block has been committed. */
  follow(receipts: CommittedBlock['receipts']): void;
  /** Requests without an answer. */
  readonly waiting: number;
  /** Answers and messages that they got. */
  readonly answers: number;
};

const polite: WireManners = { delayMs: 2, isCut: 0, readingMs: 1 };
const rude: WireManners = { delayMs: 80, isCut: 0.2, readingMs: 200 };
const senders = 6;
const subscribers = 2;
/** Milliseconds between two acts of one client, at most. */
const pauseMs = 900;

type Actor = { act(): void };

export function createClients(
  world: World,
  ledger: TransactionLedger,
  running: () => QordNode | undefined,
): SimulatedClients {
  const manners = (): WireManners => (world.profile.clientsAreRude && world.random.chance(0.4) ? rude : polite);
  const headState = () => running()?.chain.headState();
  const sending = Array.from({ length: senders }, (_, account) => {
    const client = new HttpClient(world, ports.http, `127.0.1.${account + 1}`, manners());
    return new Sender(world, account, { client, ledger, headState });
  });
  const subscribing = Array.from({ length: subscribers }, () => new Subscriber(world, ports.webSocket, manners()));
  const actors: readonly Actor[] = [...sending, ...subscribing];
  let isStopped = false;
  const actLater = (actor: Actor) =>
    world.later(world.random.below(pauseMs), 'acts', () => {
      if (isStopped) return;
      actor.act();
      actLater(actor);
    });
  return {
    start: () => actors.forEach(actLater),
    stop: () => {
      isStopped = true;
    },
    follow: (receipts) => {
      const created = receipts.flatMap(({ contractAddress }) =>
        contractAddress === undefined ? [] : [contractAddress],
      );
      for (const sender of sending) sender.learn(created);
    },
    get waiting() {
      return sending.reduce((sum, { waiting }) => sum + waiting, 0);
    },
    get answers() {
      return subscribing.reduce((sum, { heard }) => sum + heard, 0);
    },
  };
}
