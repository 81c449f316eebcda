import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExecutionStoppedError, type ExecutionTurns } from '../../../kernel/engine.ts';
import { type Steps, waitFor } from '../../../primitives/maybe-later.ts';
import { RpcFault } from '../../contract.ts';

/** Milliseconds of a call's first turn, which most never outlast, and of each one after that. */
const firstTurn = 25;
const laterTurn = 5;

/** The time a call has, in turns. */
export type CallTime = ExecutionTurns & {
  /** Whether all of it is used. */
  isUp(): boolean;
  /** milliseconds it has run */
  used(): number;
};

/** Counts the time that a call runs, not what others do between its turns. */
export class TurnTime implements CallTime {
  readonly #limit: number;
  readonly #isGone: () => boolean;
  #length = firstTurn;
  #before = 0;
  #turnBegan = performance.now();

  /** `limit`: milliseconds, 0 for none; `isGone`: whether nobody waits for the call any more */
  constructor(limit: number, isGone: () => boolean) {
    this.#limit = limit === 0 ? Number.POSITIVE_INFINITY : limit;
    this.#isGone = isGone;
  }

  isUp(): boolean {
    return this.used() > this.#limit;
  }

  used(): number {
    return this.#before + this.#ofTurn();
  }

  isOver(): boolean {
    return this.#ofTurn() > this.#length;
  }

  async next(): Promise<void> {
    this.#before = this.used();
    await nextTurn();
    this.#turnBegan = performance.now();
    this.#length = laterTurn;
    if (this.#isGone()) throw new RpcFault(-32000, 'nobody waits for the call any more');
  }

  #ofTurn(): number {
    return performance.now() - this.#turnBegan;
  }
}

/** One turn, at whose end the call is stopped instead of paused. */
export function oneTurn(): CallTime {
  const began = performance.now();
  const used = () => performance.now() - began;
  return { used, isUp: () => used() > firstTurn, isOver: () => false, next: nextTurn };
}

/** Between two executions of the same call: makes way when its turn is over. Throws an ExecutionStoppedError. */
export function* makeWay(time: CallTime): Steps<void> {
  if (time.isUp()) throw new ExecutionStoppedError('execution stopped');
  if (time.isOver()) yield* waitFor(time.next());
}
