import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { type CommittedBlock, type NodeControl, RpcFault, type Session } from '../../contract.ts';
import { headerMembers } from '../json/header-json.ts';
import { receiptText } from '../json/receipt-json.ts';
import { transactionText } from '../json/transaction-json.ts';
import { logsOfBlock, matchesLog } from '../logs/match-logs.ts';
import { syncingText } from '../node-methods.ts';
import { createRandomId } from '../random-id.ts';
import type { Subscription, Topic } from './subscription.ts';

/** Most subscriptions of one connection. */
const maxPerSession = 1000;

type Kind = Topic['kind'];
type Of<K extends Kind> = Subscription & { readonly topic: Extract<Topic, { kind: K }> };

/** Everybody who wants to be told, and the telling. Each text is made once, however many want it. */
export class SubscriptionHub {
  readonly #node: Pick<NodeControl, 'syncing'>;
  readonly #bySession = new Map<Session, Map<string, Subscription>>();
  readonly #byKind = new Map<Kind, Map<string, Subscription>>();
  #wasSyncing: boolean;

  constructor(node: Pick<NodeControl, 'syncing' | 'onBlock' | 'onPendingTransaction'>) {
    this.#node = node;
    this.#wasSyncing = node.syncing() !== undefined;
    node.onBlock((committed) => this.#tellBlock(committed));
    node.onPendingTransaction((transaction) => this.#tellPending(transaction));
  }

  /** Answers the subscription's id. Throws an RpcFault when the connection has too many. */
  add(session: Session, topic: Topic): string {
    const own = this.#bySession.get(session) ?? this.#open(session);
    if (own.size >= maxPerSession) {
      throw new RpcFault(-32000, `too many subscriptions: at most ${maxPerSession} on one connection`);
    }
    const subscription = { id: createRandomId(), session, topic };
    own.set(subscription.id, subscription);
    this.#ofKind(topic.kind).set(subscription.id, subscription);
    return subscription.id;
  }

  /** Whether the connection had such a subscription. */
  remove(session: Session, id: string): boolean {
    const own = this.#bySession.get(session);
    const subscription = own?.get(id);
    if (subscription === undefined) return false;
    own?.delete(id);
    this.#ofKind(subscription.topic.kind).delete(id);
    return true;
  }

  #open(session: Session): Map<string, Subscription> {
    const own = new Map<string, Subscription>();
    this.#bySession.set(session, own);
    session.onClose(() => {
      for (const { id, topic } of own.values()) this.#ofKind(topic.kind).delete(id);
      this.#bySession.delete(session);
    });
    return own;
  }

  #ofKind(kind: Kind): Map<string, Subscription> {
    const known = this.#byKind.get(kind);
    if (known !== undefined) return known;
    const created = new Map<string, Subscription>();
    this.#byKind.set(kind, created);
    return created;
  }

  #subscribers<K extends Kind>(kind: K): readonly Of<K>[] {
    const isKind = (subscription: Subscription): subscription is Of<K> => subscription.topic.kind === kind;
    return [...(this.#byKind.get(kind)?.values() ?? [])].filter(isKind);
  }

  #tellBlock(committed: CommittedBlock): void {
    const heads = this.#subscribers('newHeads');
    if (heads.length > 0) tell(heads, `{${headerMembers(committed.block.header)}}`);
    this.#tellLogs(committed);
    this.#tellReceipts(committed);
    this.#tellSyncing();
  }

  #tellLogs(committed: CommittedBlock): void {
    const subscribers = this.#subscribers('logs');
    if (subscribers.length === 0) return;
    for (const { log, text } of logsOfBlock(committed)) {
      tell(
        subscribers.filter(({ topic }) => matchesLog(log, topic.pattern)),
        text,
      );
    }
  }

  #tellReceipts({ block: { header, transactions }, receipts }: CommittedBlock): void {
    for (const subscriber of this.#subscribers('transactionReceipts')) {
      const texts = transactions.flatMap((transaction, index) => {
        const receipt = receipts[index];
        const isWanted = subscriber.topic.hashes?.has(transaction.hash) ?? true;
        return isWanted && receipt !== undefined ? receiptText({ header, transaction, index }, receipt) : [];
      });
      if (texts.length > 0) tell([subscriber], `[${texts.join(',')}]`);
    }
  }

  #tellPending(transaction: Transaction): void {
    const subscribers = this.#subscribers('newPendingTransactions');
    const [full, hashes] = [
      subscribers.filter(({ topic }) => topic.isFull),
      subscribers.filter(({ topic }) => !topic.isFull),
    ];
    if (full.length > 0) tell(full, transactionText(transaction));
    tell(hashes, `"${transaction.hash}"`);
  }

  /** Only the change is news. */
  #tellSyncing(): void {
    const progress = this.#node.syncing();
    const isSyncing = progress !== undefined;
    if (isSyncing === this.#wasSyncing) return;
    this.#wasSyncing = isSyncing;
    tell(this.#subscribers('syncing'), syncingText(progress));
  }
}

function tell(subscribers: readonly Subscription[], resultText: string): void {
  for (const { session, id } of subscribers) {
    session.send(
      `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${resultText}}}`,
    );
  }
}
