import { type JsonValue, RpcFault, type Session } from '../../contract.ts';
import { notificationText } from '../../dispatch/envelope.ts';

/** Most subscriptions of one connection. */
const maxPerSession = 10_000;

/** One subscription: what it sends goes to its connection only. */
export type Subscription = {
  readonly id: number;
  notify(result: JsonValue): void;
  /** Ends it from this side; nothing is sent any more. */
  end(): void;
};

type Entry = { readonly session: Session; readonly onEnd: () => void };

/** The subscriptions of all connections, under ids that are never used twice. */
export class SubscriptionRegistry {
  readonly #entries = new Map<number, Entry>();
  readonly #bySession = new Map<Session, Set<number>>();
  #lastId = -1;

  /** `onEnd` is called once, however the subscription ends. Throws when the connection has too many. */
  open(session: Session, notification: string, onEnd: () => void): Subscription {
    const ids = this.#idsOf(session);
    if (ids.size >= maxPerSession) {
      throw new RpcFault(-32603, 'Internal Error: Subscription refused. Node subscription limit reached');
    }
    const id = ++this.#lastId;
    ids.add(id);
    this.#entries.set(id, { session, onEnd });
    return {
      id,
      notify: (result) => session.send(notificationText(notification, { result, subscription: id })),
      end: () => this.#end(id),
    };
  }

  /** Whether the connection had that subscription. */
  close(session: Session, id: number): boolean {
    const isOwn = this.#entries.get(id)?.session === session;
    if (isOwn) this.#end(id);
    return isOwn;
  }

  #idsOf(session: Session): Set<number> {
    const known = this.#bySession.get(session);
    if (known !== undefined) return known;
    const ids = new Set<number>();
    this.#bySession.set(session, ids);
    session.onClose(() => {
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
