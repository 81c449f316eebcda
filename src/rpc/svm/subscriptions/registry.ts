import type { Faults } from '../../../primitives/faults.ts';
import type { JsonText } from '../../../primitives/json-text.ts';
import type { Deliveries, Recipient } from '../../deliveries.ts';
import { notificationText } from '../../dispatch/envelope.ts';
import type { SvmRpcOptions } from '../../options.ts';
import { claimsOf, giveBack, passedText, quotasOf, takeAll } from '../../quota.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Call, Session } from '../../session.ts';

/** The client and connection of a subscription. */
export type Subscriber = Pick<Call, 'client' | 'signal'> & { readonly session: Session };

/** One subscription, whose messages go to its connection only. */
export type Subscription = Recipient & { readonly id: number; readonly notification: string };

/** A message to subscriptions of one session, which share the result. */
export type Message = {
  readonly to: ReadonlySet<Subscription>;
  readonly result: JsonText;
  /** Set on the last message of a subscription. */
  readonly isLast?: true;
};

/** What each limit counts, for error texts. */
const counts = {
  'max-subscriptions': 'subscriptions of all clients',
  'max-subscriptions-per-address': 'subscriptions from your address',
  'max-subscriptions-per-connection': 'subscriptions on one connection',
};

/** The limits of subscriptions: these keys of the section `[svm-rpc]`. */
export type SubscriptionLimits = Pick<SvmRpcOptions, keyof typeof counts>;

/** WebSocket close code (RFC 6455, 7.4.1). */
const internalError = 1011;

type Entry = { readonly session: Session; readonly onEnd: () => void };

/** The subscriptions of all connections, under ids that are never reused. */
export class SubscriptionRegistry {
  readonly #entries = new Map<number, Entry>();
  readonly #bySession = new Map<Session, Set<number>>();
  readonly #quotas: ReturnType<typeof quotasOf<keyof SubscriptionLimits>>;
  readonly #deliveries: Pick<Deliveries, 'drop'>;
  readonly #faults: Faults;
  #lastId = -1;

  /** `deliveries`: what waits there for a session is forgotten when that ends */
  constructor(limits: SubscriptionLimits, deliveries: Pick<Deliveries, 'drop'>, faults: Faults) {
    this.#deliveries = deliveries;
    this.#faults = faults;
    this.#quotas = quotasOf('svm-rpc', limits, counts);
  }

  /** Whether there is no subscription. */
  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Id of the newest subscription; -1 before the first. */
  get lastId(): number {
    return this.#lastId;
  }

  /**
   * `onEnd` is called once, however the subscription ends. Throws an RpcError at a limit, or when the connection has
   * closed.
   */
  open(subscriber: Subscriber, notification: string, onEnd: () => void): Subscription {
    const { session, client } = subscriber;
    if (subscriber.signal.aborted) throw new RpcError(-32603, 'Internal Error: the connection has closed');
    const release = this.#take(subscriber);
    const id = ++this.#lastId;
    this.#idsOf(subscriber).add(id);
    const end = () => {
      release();
      onEnd();
    };
    this.#entries.set(id, { session, onEnd: end });
    return { id, session, client, notification };
  }

  /** Whether the connection had that subscription. */
  close(session: Session, id: number): boolean {
    const isOwn = this.#entries.get(id)?.session === session;
    if (isOwn) this.#end(id);
    return isOwn;
  }

  /** Sends the message to one subscription, unless that has ended. */
  send(to: Subscription, { result, isLast }: Pick<Message, 'result' | 'isLast'>): void {
    if (!this.#entries.has(to.id)) return;
    to.session.send(notificationText(to.notification, { result, subscription: to.id }));
    if (isLast) this.#end(to.id);
  }

  /** A message for these subscriptions could not be made: their sessions end, and nobody else's. */
  fail(groups: Iterable<ReadonlySet<Subscription>>, error: unknown): void {
    this.#faults.note('message of a subscription', error);
    for (const session of new Set([...groups].flatMap((group) => [...group].map((each) => each.session)))) {
      try {
        session.end(internalError, 'unexpected error');
      } catch (second) {
        this.#faults.note('message of a subscription: end of a session', second);
      }
    }
  }

  #take({ session, client: { network } }: Subscriber): () => void {
    const claims = [
      { quota: this.#quotas['max-subscriptions-per-connection'], holder: session, amount: 1 },
      ...claimsOf(this.#quotas['max-subscriptions-per-address'], this.#quotas['max-subscriptions'], network, 1),
    ];
    const passed = takeAll(claims);
    if (passed === undefined) return () => giveBack(claims);
    const known = 'Internal Error: Subscription rejected. Node subscription limit reached'; // clients look for this text
    throw new RpcError(-32603, `${known}: ${passedText(passed)}; end some that are not needed`);
  }

  #idsOf({ session, client }: Recipient): Set<number> {
    const known = this.#bySession.get(session);
    if (known !== undefined) return known;
    const ids = new Set<number>();
    this.#bySession.set(session, ids);
    session.onClose(() => {
      this.#deliveries.drop({ session, client });
      for (const id of [...ids]) this.#end(id);
      this.#bySession.delete(session);
    });
    return ids;
  }

  #end(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#bySession.get(entry.session)?.delete(id);
    entry.onEnd();
  }
}
