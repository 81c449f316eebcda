import type { QordNode } from '#qord/node/create-node.ts';
import type { ShadowChain } from '../checks/shadow-chain.ts';
import type { TransactionLedger } from '../checks/transaction-ledger.ts';
import type { World } from '../world/world.ts';
import type { HttpClient } from './http-client.ts';

/** The interface at which a client acts, and what it compares answers with. */
export type ActorParts = {
  readonly world: World;
  readonly client: HttpClient;
  readonly shadow: ShadowChain;
  readonly ledger: TransactionLedger;
  /** the node at the other end, when it runs */
  readonly node: () => Pick<QordNode, 'chain' | 'control'> | undefined;
  /** what its process was started with */
  readonly flags: () => Readonly<Record<string, string>>;
};

/** A client that does one thing after the other. */
export abstract class Actor {
  protected readonly world: World;
  protected readonly client: HttpClient;
  protected readonly shadow: ShadowChain;
  protected readonly ledger: TransactionLedger;
  protected readonly node: ActorParts['node'];

  constructor({ world, client, shadow, ledger, node }: ActorParts) {
    this.world = world;
    this.client = client;
    this.shadow = shadow;
    this.ledger = ledger;
    this.node = node;
  }

  /** Does one thing. */
  abstract act(): void;
}
