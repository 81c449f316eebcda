import type { Faults } from './faults.ts';

/**
 * To whom a listener belongs, which decides what follows when it throws. In no case does another listener, or who
 * notifies, get the error.
 *
 * - `client`: serves clients, or only reports. The error is counted and logged; `onFault` answers or closes the client.
 * - `derived`: keeps what follows from the chain. `rebuild` rebuilds it; the node ends when that throws too.
 * - `critical`: decides about blocks. The node ends.
 */
export type ListenerOwner =
  | { readonly kind: 'client'; readonly name: string; readonly onFault?: (error: unknown) => void }
  | { readonly kind: 'derived'; readonly name: string; readonly rebuild: () => void }
  | { readonly kind: 'critical'; readonly name: string };

type Listener<Event> = (event: Event) => void;

/** The listeners of one kind of event. They are called in the order in which they were added. */
export class Listeners<Event> {
  readonly #faults: Faults;
  readonly #owners = new Map<Listener<Event>, ListenerOwner>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Returns a function that removes the listener. */
  add(owner: ListenerOwner, listener: Listener<Event>): () => void {
    const own: Listener<Event> = (event) => listener(event); // the same function may be added twice
    this.#owners.set(own, owner);
    return () => void this.#owners.delete(own);
  }

  /** Calls all listeners. */
  notify(event: Event): void {
    for (const [listener, owner] of this.#owners) contain(this.#faults, owner, () => listener(event));
  }
}

/** Runs work of this owner: when it throws, what follows is that of `ListenerOwner`. */
export function contain(faults: Faults, owner: ListenerOwner, work: () => void): void {
  try {
    work();
  } catch (error) {
    repair(faults, owner, error);
  }
}

function repair(faults: Faults, owner: ListenerOwner, error: unknown): void {
  const { kind, name } = owner;
  if (kind === 'critical') {
    faults.end(name, error);
    return;
  }
  faults.note(name, error);
  try {
    if (kind === 'client') owner.onFault?.(error);
    else owner.rebuild();
  } catch (again) {
    if (kind === 'client') faults.note(name, again);
    else faults.end(name, again);
  }
}
