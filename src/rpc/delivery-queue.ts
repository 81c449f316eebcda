import type { Owner } from '../scheduling/owner.ts';
import type { Client, Session } from './session.ts';

/** Who gets a message: a session, and the client it belongs to. */
export type Recipient = { readonly client: Client; readonly session: Session };

/** What a step of a job has done: sent a message, or found that it must wait for shared work. */
export const sent = Symbol('sent');
export const waiting = Symbol('waiting');

/** One job of a session, or of the work that all share. */
type Job = { readonly steps: Iterator<unknown>; readonly since: number; next: Job | undefined };

/** The jobs of one session in order, and the number of their messages, as far as it is known. */
export class DeliveryQueue implements Owner {
  readonly network: string;
  /** undefined for the work that all share */
  readonly recipient: Recipient | undefined;
  messages = 0;
  #first: Job | undefined;
  #last: Job | undefined;

  /** `network`: that of the client, or the name of the work that all share */
  constructor(network: string, recipient: Recipient | undefined) {
    this.network = network;
    this.recipient = recipient;
  }

  get connection(): object {
    return this.recipient?.session ?? this;
  }

  /** The end of a session empties its queue. */
  get hasLeft(): boolean {
    return false;
  }

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  /** When its oldest job was added. */
  get since(): number {
    return this.#first?.since ?? Number.POSITIVE_INFINITY;
  }

  add(job: Iterable<unknown>, now: number): void {
    const added: Job = { steps: job[Symbol.iterator](), since: now, next: undefined };
    if (this.#last === undefined) this.#first = added;
    else this.#last.next = added;
    this.#last = added;
  }

  /** One step; returns what it has done, and whether it ended a job. Throws what the job throws. */
  step(): { readonly value: unknown; readonly hasEnded: boolean } {
    const job = this.#first;
    const { value, done = false } = job?.steps.next() ?? { value: waiting };
    if (value === sent && this.messages > 0) this.messages--;
    const hasEnded = done && this.#first === job; // the session may have ended meanwhile
    if (hasEnded) this.drop();
    return { value, hasEnded };
  }

  /** Forgets the first job. */
  drop(): void {
    this.#first = this.#first?.next;
    if (this.#first === undefined) this.#last = undefined;
  }
}
