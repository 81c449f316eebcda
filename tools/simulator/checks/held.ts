import { ArrivingTransactions } from '#qord/mempool/arriving-transactions.ts';
import { ReceiptWaiters } from '#qord/rpc/eth/receipt-waiters.ts';
import { Quota } from '#qord/rpc/quota.ts';
import { UnfinishedBytes } from '#qord/rpc/server/unfinished-bytes.ts';
import { UnreadResponses } from '#qord/rpc/server/unread-responses.ts';
import { FairQueue } from '#qord/scheduling/fair-queue.ts';
import { WorkLine } from '#qord/scheduling/work-line.ts';
import { WorkerPool } from '#qord/scheduling/worker-pool.ts';
import type { Process } from '../world/scheduler.ts';

/** Finds the parts of a class, by a method that each calls before it holds anything, and says how much one holds. */
type Finder = (found: (part: object, held: () => number) => void) => () => void;

function finder<Name extends string, Part extends Record<Name, (...args: never[]) => unknown>>(
  { prototype }: { readonly prototype: Part },
  name: Name,
  heldBy: (part: Part) => number,
): Finder {
  const before = prototype[name];
  return (found) => {
    const method = function (this: Part, ...args: never[]) {
      found(this, () => heldBy(this));
      return before.apply(this, args);
    };
    Object.assign(prototype, { [name]: method });
    return () => void Object.assign(prototype, { [name]: before });
  };
}

/** Filters stay for five minutes. */
const ofClients = (quota: Quota): number => (quota.key.includes('filter') ? 0 : quota.held(undefined));

const finders: readonly Finder[] = [
  finder(Quota, 'change', ofClients),
  finder(ArrivingTransactions, 'add', ({ bytes }) => bytes),
  finder(UnfinishedBytes, 'share', ({ bytes }) => bytes),
  finder(UnreadResponses, 'reserve', ({ bytes }) => bytes),
  finder(FairQueue, 'push', ({ length }) => length),
  finder(WorkLine, 'putBack', ({ waiting }) => waiting),
  finder(ReceiptWaiters, 'wait', ({ size }) => size),
  finder(WorkerPool, 'add', ({ statistics }) => statistics.running + statistics.waiting),
];

/** What the parts of all nodes hold for clients: queues, waiters, and what is counted against limits. */
export class Held {
  readonly #parts = new Map<Process, Map<object, () => number>>();

  /** Looks for parts until the function it returns is called. `process`: that which runs now */
  install(process: () => Process): () => void {
    const found = (part: object, held: () => number) => {
      const own = this.#parts.get(process()) ?? new Map<object, () => number>();
      if (process().isAlive) this.#parts.set(process(), own.set(part, held));
    };
    const undo = finders.map((find) => find(found));
    return () => undo.map((each) => each());
  }

  /** The process is gone: what it held would keep its whole node. */
  forget(process: Process): void {
    this.#parts.delete(process);
  }

  /** The parts that hold something, by their classes and keys. */
  get names(): readonly string[] {
    const holding = [...this.#parts.values()].flatMap((own) => [...own]).filter(([, held]) => held() > 0);
    return holding.map(([part, held]) => `${part.constructor.name} ${'key' in part ? part.key : ''}: ${held()}`);
  }
}
