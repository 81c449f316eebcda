import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { andFinally, type MaybePromise, recoverWith } from '../../primitives/maybe-promise.ts';
import { timeoutFault } from '../evm-common/faults.ts';
import { type Call, RpcError } from '../types.ts';
import { FairLine, type InLine } from './fair-line.ts';
import { type PlaceKind, Places } from './places.ts';
import type { TurnLine } from './turn-line.ts';
import { type CallTime, requireWaiting, TurnTime } from './turn-time.ts';

/** Calls of each kind that are under way at the same time. */
const usualPlaces = 8;

/** Carries out a call, or several in a row, from the beginning, in turns of that time. */
type Attempt<T> = (time: CallTime) => MaybePromise<T>;

type Caller = Pick<Call, 'client' | 'signal'>;

export type LongCallParts = {
  readonly turns: TurnLine;
  /** milliseconds that a call may run; 0 for no limit */
  readonly timeout: number;
  /** calls that wait for a place, of each kind */
  readonly maxWaiting: number;
  /** calls under way at the same time, of each kind */
  readonly places?: number;
};

/**
 * Calls that take long run in turns with everything else the node does, a few at once, and no longer than somebody waits
 * for them. Clients take turns too.
 */
export class LongCalls {
  readonly #parts: LongCallParts;
  readonly #places: Places;
  readonly #lines: Record<PlaceKind, FairLine>;

  constructor(parts: LongCallParts) {
    this.#parts = parts;
    this.#places = new Places(parts.places ?? usualPlaces, (kind) => this.#callNext(kind));
    this.#lines = { short: new FairLine(parts.maxWaiting), long: new FairLine(parts.maxWaiting) };
  }

  /**
   * Returns at once what is done in one turn. Throws or rejects with an RpcFault when its time is up, or when too many
   * wait already.
   */
  run<T>(caller: Caller, attempt: Attempt<T>): MaybePromise<T> {
    const { turns } = this.#parts;
    if (turns.isOpen) return this.#begin(caller, attempt);
    return this.#wait(
      caller,
      () => this.#begin(caller, attempt),
      (entry) => turns.add(entry),
    );
  }

  /** It found no place to go on in: it begins anew when there is one. */
  #beginAgain<T>(caller: Caller, attempt: Attempt<T>, kind: PlaceKind): Promise<T> {
    const begin = async () => {
      await this.#parts.turns.next();
      return this.#begin(caller, attempt, kind);
    };
    return this.#wait(caller, begin, (entry) => this.#lines[kind].push(entry));
  }

  #begin<T>({ client, signal }: Caller, attempt: Attempt<T>, place?: PlaceKind): MaybePromise<T> {
    const { timeout, turns } = this.#parts;
    const time = new TurnTime({ limit: timeout, turns, places: this.#places, signal }, place);
    const work = () => {
      requireWaiting(signal);
      return attempt(time);
    };
    const running = () =>
      recoverWith<T>(work, (error) => {
        time.leave();
        if (!(error instanceof ExecutionStoppedError)) throw error;
        if (time.lacking === undefined) throw timeoutFault(timeout);
        return this.#beginAgain({ client, signal }, attempt, time.lacking);
      });
    try {
      return andFinally(running, () => time.leave());
    } finally {
      turns.charge(time.used());
    }
  }

  #wait<T>({ client, signal }: Caller, begin: () => MaybePromise<T>, push: (entry: InLine) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        try {
          resolve(begin());
        } catch (error) {
          reject(error);
        }
      };
      const refuse = () => reject(tooManyWait(this.#parts.maxWaiting));
      push({ network: client.network, signal, begin: settle, refuse });
    });
  }

  #callNext(kind: PlaceKind): void {
    if (this.#lines[kind].length === 0 || !this.#places.take(kind)) return;
    const next = this.#lines[kind].shift();
    if (next === undefined) this.#places.give(kind);
    else next.begin();
  }
}

function tooManyWait(limit: number): RpcError {
  return new RpcError(-32005, `too many calls wait to be executed: json-rpc.max-waiting-calls is ${limit}`);
}
