import type { JsonText } from '../../primitives/json-text.ts';
import type { Steps } from '../../primitives/steps.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import { DroppedError } from '../../scheduling/owner.ts';
import { PieceJoiner } from '../dispatch/text-of-pieces.ts';
import type { LongText } from '../json-value.ts';
import { ownerOf } from '../owner-of.ts';
import { droppedError } from './errors.ts';
import type { Caller } from './job.ts';

/** Pieces between two checks of the clock. */
const piecesPerStep = 16;

type Limits = {
  /** texts that wait to be made, for the error that names it */
  readonly maxWaiting: number;
  /** characters of a text */
  readonly maxLength: number;
};

/** Makes long texts of what only the main thread has, such as the pool, one after the other, by turns of the clients. */
export class LongTexts {
  readonly #mainThread: MainThread;
  readonly #limits: Limits;

  constructor(mainThread: MainThread, limits: Limits) {
    this.#mainThread = mainThread;
    this.#limits = limits;
  }

  /**
   * Joins the pieces, which are ASCII. Rejects with a ResponseTooLongError, and with an RpcError when too many texts
   * wait or the client has left.
   */
  async make(pieces: () => Iterable<string>, caller: Caller): Promise<JsonText | LongText> {
    const { maxWaiting, maxLength } = this.#limits;
    try {
      return await this.#mainThread.runSteps('background', ownerOf(caller), () => joined(pieces(), maxLength));
    } catch (error) {
      throw error instanceof DroppedError ? droppedError(caller.signal, maxWaiting) : error;
    }
  }
}

function* joined(pieces: Iterable<string>, maxLength: number): Steps<JsonText | LongText> {
  const joiner = new PieceJoiner(maxLength);
  let count = 0;
  for (const piece of pieces) {
    joiner.add(piece);
    if (++count % piecesPerStep === 0) yield;
  }
  return joiner.text();
}

/** Steps of a text that add nothing to it; returns their result. */
export function* withoutText<Result>(steps: Steps<Result>): Generator<string, Result, undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield '';
  }
}
