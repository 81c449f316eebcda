import type { Recipient } from './deliveries.ts';
import type { Session } from './session.ts';

/** Subscriptions by the session that they belong to, so that an event costs each session one step, not each subscription. */
export class SessionGroups<T extends Recipient> {
  readonly #bySession = new Map<Session, Set<T>>();

  get isEmpty(): boolean {
    return this.#bySession.size === 0;
  }

  /** Returns a function that removes it. */
  add(item: T): () => void {
    const { session } = item;
    const own = this.#bySession.get(session);
    if (own === undefined) this.#bySession.set(session, new Set([item]));
    else own.add(item);
    return () => {
      const left = this.#bySession.get(session);
      if (left?.delete(item) === true && left.size === 0) this.#bySession.delete(session);
    };
  }

  /** Those of one session, in the order they were added. */
  of(session: Session): Iterable<T> {
    return this.#bySession.get(session) ?? [];
  }

  /** The sets of all sessions; none is empty. */
  groups(): Iterable<ReadonlySet<T>> {
    return this.#bySession.values();
  }

  /** One subscription of each session. */
  *recipients(): Iterable<T> {
    for (const group of this.#bySession.values())
      for (const first of group) {
        yield first;
        break;
      }
  }
}
