import type { Steps } from '../../primitives/steps.ts';
import { PieceJoiner } from '../dispatch/text-of-pieces.ts';
import type { JsonText, LongText } from '../types.ts';
import { droppedError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import type { Caller } from './pool.ts';

/**
 * Milliseconds for all texts together in one iteration of the event loop, and pieces between two checks of the clock.
 */
const sliceMs = 4;
const piecesPerCheck = 16;

type Limits = {
  /** texts that wait to be made; of the client with the most the newest is rejected */
  readonly maxWaiting: number;
  /** characters of a text */
  readonly maxLength: number;
};

/** A text in the making. */
type Making = {
  readonly pieces: Iterator<string>;
  readonly joiner: PieceJoiner;
  readonly signal: AbortSignal;
  readonly resolve: (text: JsonText | LongText) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Makes long texts of what only the main thread has, such as the pool, in time slices with other work: one after the
 * other, clients and their connections by turns.
 */
export class TextTurns {
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #waiting: FairQueue;
  #making: Making | undefined;
  #isAwake = false;

  /** `now`: milliseconds of a monotonic clock */
  constructor(limits: Limits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#waiting = new FairQueue(limits.maxWaiting);
  }

  /**
   * Joins the pieces, which are ASCII. Rejects with a ResponseTooLongError, and with an RpcError when too many texts
   * wait or the client has left.
   */
  make(pieces: () => Iterable<string>, { client, signal }: Caller): Promise<JsonText | LongText> {
    const { maxWaiting, maxLength } = this.#limits;
    return new Promise((resolve, reject) => {
      const drop = () => reject(droppedError(signal, maxWaiting));
      const start = () => {
        const joiner = new PieceJoiner(maxLength);
        this.#making = { pieces: pieces()[Symbol.iterator](), joiner, signal, resolve, reject };
      };
      this.#waiting.push({ network: client.network, signal, start, reject: drop });
      if (!this.#isAwake) this.#work();
    });
  }

  #work(): void {
    const end = this.#now() + sliceMs;
    while (this.#making !== undefined || this.#waiting.length > 0) {
      if (this.#making === undefined) this.#waiting.shift()?.start();
      else if (this.#isDone(this.#making)) this.#making = undefined;
      if (this.#now() < end) continue;
      this.#isAwake = true;
      setImmediate(() => this.#work());
      return;
    }
    this.#isAwake = false;
  }

  /** Adds some pieces; returns whether nothing is left to do. */
  #isDone({ pieces, joiner, signal, resolve, reject }: Making): boolean {
    try {
      if (signal.aborted) throw droppedError(signal, this.#limits.maxWaiting);
      for (let count = 0; count < piecesPerCheck; count++) {
        const { done, value } = pieces.next();
        if (done === true) {
          resolve(joiner.text());
          return true;
        }
        joiner.add(value);
      }
      return false;
    } catch (error) {
      reject(error);
      return true;
    }
  }
}

/** Steps of a text that add nothing to it; returns their result. */
export function* withoutText<Result>(steps: Steps<Result>): Generator<string, Result, undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield '';
  }
}
