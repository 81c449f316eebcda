import type { CommittedBlock, RemovedBlock } from '../../../chain/types.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { ListenerOwner } from '../../../primitives/listeners.ts';
import { Deliveries, sent } from '../../deliveries.ts';
import { enclosed } from '../../dispatch/envelope.ts';
import { ResponseTooLongError } from '../../dispatch/text-of-pieces.ts';
import { headerMembers } from '../../evm-common/json/header-json.ts';
import { summaryText } from '../../evm-common/json/summary-json.ts';
import { transactionText } from '../../evm-common/json/transaction-json.ts';
import type { WatchQuotas } from '../../evm-common/watch-quotas.ts';
import { LongText } from '../../json-value.ts';
import type { NodeControl } from '../../node-control.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Call, Client, Session } from '../../session.ts';
import type { SessionGroups } from '../../session-groups.ts';
import { syncingText } from '../node-methods.ts';
import { createRandomId } from '../random-id.ts';
import { BlockLogs } from './block-logs.ts';
import { BlockReceipts } from './block-receipts.ts';
import { Subscribers } from './subscribers.ts';
import { type MessageResult, type Subscription, type Topic, termsOf } from './subscription.ts';

/** WebSocket close code (RFC 6455, 7.4.1): message too big. */
const tooBig = 1009;

/** The client and connection of a subscription. */
export type Subscriber = Pick<Call, 'client' | 'signal'> & { readonly session: Session };

/**
 * The subscriptions of all WebSocket connections to the EVM interface, and the sending of their messages.
 *
 *     eth_subscribe ──> SubscriptionHub ──> WatchQuotas   limits per connection, client and node
 *                             │
 *                             v
 *                        Subscribers ──> LogPatternIndex ──> TermIndex   by address and topic
 *                             ^
 *     committed block ──> BlockLogs, BlockReceipts ──> Deliveries ──> Session.send
 *
 * A subscription has a topic (`subscription.ts`) and belongs to one connection: it ends with `eth_unsubscribe` or with
 * the connection. When a block is committed, or a transaction enters the pool, the subscribers it concerns are looked
 * up: those to logs by the address and topics of each log, so that subscriptions that match nothing cost almost
 * nothing.
 *
 * - The JSON text of a result is made once for subscribers that are sent it at the same time.
 * - Many messages are sent in time slices, between other work (`deliveries.ts`): to each session in the order of events,
 *   and by turns of the clients, so that nobody waits for the messages of others.
 * - The messages of a session are counted before they are made; one that would get too many is ended.
 * - A connection that closes ends its subscriptions at once.
 * - A subscription gets events after its creation only: `since` counts the blocks before it.
 * - What a message describes can already be read when the message is sent. The logs of blocks that a development network
 *   removes are sent again, with `removed`.
 * - A long message is made in steps and sent in parts (`LongText`); one that is longer than a response may be is not.
 * - Limits are checked before anything is stored; a client that does not read is disconnected (`websocket-session.ts`).
 */
export class SubscriptionHub {
  readonly #node: Pick<NodeControl, 'syncing'>;
  readonly #quotas: WatchQuotas;
  readonly #maxLength: number;
  /** what ends each subscription, by its id */
  readonly #bySession = new Map<Session, Map<string, () => void>>();
  readonly #subscribers = new Subscribers();
  readonly #deliveries: Deliveries;
  #blocks = 0;
  #wasSyncing: boolean;

  /** `maxLength`: characters of a message; who would get a longer one is disconnected */
  constructor(
    {
      node,
    }: {
      readonly node: Pick<
        NodeControl,
        'syncing' | 'onBlock' | 'onPendingTransaction' | 'faults' | 'mainThread' | 'development'
      >;
    },
    quotas: WatchQuotas,
    maxLength: number,
  ) {
    this.#node = node;
    this.#deliveries = new Deliveries(node.faults, node.mainThread);
    this.#quotas = quotas;
    this.#maxLength = maxLength;
    this.#wasSyncing = node.syncing() !== undefined;
    const owner: ListenerOwner = { kind: 'client', name: 'subscriptions' };
    node.onBlock(owner, (committed) => this.#sendBlock(committed));
    node.onPendingTransaction(owner, (transaction) => this.#sendPending(transaction));
    node.development?.onRewind(owner, ({ removed }) => this.#sendRemoved(removed));
  }

  /** Returns the subscription's id. Throws an RpcError at a limit, or when the connection has closed. */
  add({ session, client, signal }: Subscriber, topic: Topic): string {
    if (signal.aborted) throw new RpcError(-32000, 'the connection has closed');
    const releaseQuota = this.#quotas.takeSubscription(session, client, termsOf(topic));
    const own = this.#bySession.get(session) ?? this.#open(session, client);
    const subscription = { id: createRandomId(), session, client, topic, since: this.#blocks };
    const unregister = this.#subscribers.add(subscription, topic);
    own.set(subscription.id, () => {
      unregister();
      releaseQuota();
    });
    return subscription.id;
  }

  /** Whether the connection had such a subscription. */
  remove(session: Session, id: string): boolean {
    const own = this.#bySession.get(session);
    const end = own?.get(id);
    if (end === undefined) return false;
    own?.delete(id);
    end();
    return true;
  }

  #open(session: Session, client: Client): Map<string, () => void> {
    const own = new Map<string, () => void>();
    this.#bySession.set(session, own);
    session.onClose(() => {
      this.#bySession.delete(session);
      this.#deliveries.drop({ client, session });
      for (const end of own.values()) end();
    });
    return own;
  }

  #sendBlock(committed: CommittedBlock): void {
    const blocks = this.#blocks++;
    const { newHeads, newBlockSummaries, anyLogs, anyReceipts } = this.#subscribers;
    this.#deliveries.together(() => {
      const { header } = committed.block;
      if (!newHeads.isEmpty) this.#sendAll(newHeads, `{${headerMembers(header)}}`, blocks);
      if (!newBlockSummaries.isEmpty) this.#sendAll(newBlockSummaries, summaryText(header), blocks);
      if (!anyLogs.isEmpty) this.#sendLogs(committed, blocks);
      if (!anyReceipts.isEmpty) this.#sendReceipts(committed, blocks);
      this.#sendSyncing();
    });
  }

  #sendPending(transaction: Transaction): void {
    const { pendingHashes, pendingTransactions } = this.#subscribers;
    if (!pendingTransactions.isEmpty) this.#sendAll(pendingTransactions, transactionText(transaction));
    if (!pendingHashes.isEmpty) this.#sendAll(pendingHashes, `"${transaction.hash}"`);
  }

  /** Sent only when it changes. */
  #sendSyncing(): void {
    const progress = this.#node.syncing();
    const isSyncing = progress !== undefined;
    if (isSyncing === this.#wasSyncing) return;
    this.#wasSyncing = isSyncing;
    this.#sendAll(this.#subscribers.syncing, syncingText(progress));
  }

  /** Sends the same to all of them. `blocks`: how many blocks came before the event */
  #sendAll(subscribers: SessionGroups<Subscription>, result: string, blocks = this.#blocks): void {
    for (const group of subscribers.groups()) {
      const [first] = group;
      if (first !== undefined) this.#deliveries.add(first, toEach(group, result, blocks), group.size);
    }
  }

  /** Logs of removed blocks are told again, as removed. */
  #sendRemoved(removed: readonly RemovedBlock[]): void {
    if (this.#subscribers.anyLogs.isEmpty) return;
    this.#deliveries.together(() => {
      for (const block of removed) this.#sendLogs(block, this.#blocks, true);
    });
  }

  #sendLogs(committed: RemovedBlock, blocks: number, isRemoved = false): void {
    const logs = new BlockLogs(committed, this.#subscribers.logs, isRemoved);
    this.#deliveries.share(
      'logs',
      logs.scan((to, messages) => this.#deliveries.expect(to, messages)),
    );
    for (const to of this.#subscribers.anyLogs.recipients()) {
      this.#deliveries.add(to, logs.messages(to.session, blocks, deliver), 0);
    }
  }

  #sendReceipts(committed: CommittedBlock, blocks: number): void {
    const receipts = new BlockReceipts(committed, this.#subscribers, this.#maxLength);
    this.#deliveries.share('receipts', receipts.write());
    for (const group of this.#subscribers.anyReceipts.groups()) {
      const [first] = group;
      if (first !== undefined) this.#deliveries.add(first, receipts.messages(group, blocks, deliver), group.size);
    }
  }
}

function* toEach(group: ReadonlySet<Subscription>, result: string, blocks: number): Iterable<symbol> {
  for (const to of group) {
    if (to.since <= blocks) deliver(to, result);
    yield sent;
  }
}

function deliver({ id, session }: Subscription, result: MessageResult): void {
  if (result instanceof ResponseTooLongError) {
    session.end(tooBig, `a message has more than ${result.limit} bytes (max-response-size)`);
    return;
  }
  const start = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":`;
  session.send(result instanceof LongText ? enclosed(start, result, '}}') : `${start}${result}}}`);
}
