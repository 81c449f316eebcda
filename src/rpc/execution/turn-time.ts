import { ExecutionStoppedError, type TimeSlices } from '../../kernel/engine.ts';
import { type AsyncSteps, awaitValue } from '../../primitives/maybe-promise.ts';
import { RpcError } from '../types.ts';
import type { PlaceKind, Places } from './places.ts';
import type { TurnLine } from './turn-line.ts';

/** Milliseconds of a call's first turn: while nothing else is executed, and otherwise. */
const firstTurnAlone = 10;
const firstTurn = 2;
/** Of each later turn. */
const laterTurn = 5;
/** Milliseconds after which a call needs a place of those that take long. */
const shortTime = 25;

/** The time a call has, in turns. */
export type CallTime = TimeSlices & {
  /** Whether the call must end: all of its time is used, or there is no place to go on in. */
  isUp(): boolean;
  /** milliseconds it has run */
  used(): number;
};

export type TurnParts = {
  /** milliseconds that it may run, 0 for no limit */
  readonly limit: number;
  readonly turns: TurnLine;
  readonly places: Places;
  /** aborted when the client no longer waits for the call */
  readonly signal: AbortSignal;
};

/** Counts the time that a call runs, not what others do between its turns, and holds the place it pauses in. */
export class TurnTime implements CallTime {
  readonly #parts: TurnParts;
  readonly #limit: number;
  #length: number;
  #before = 0;
  #turnBegan = performance.now();
  #place: PlaceKind | undefined;
  #lacking: PlaceKind | undefined;

  /** `place`: the place it has already */
  constructor(parts: TurnParts, place?: PlaceKind) {
    this.#parts = parts;
    this.#limit = parts.limit === 0 ? Number.POSITIVE_INFINITY : parts.limit;
    this.#length = parts.turns.isIdle ? firstTurnAlone : firstTurn;
    this.#place = place;
  }

  /** The kind of place whose want has ended the call. */
  get lacking(): PlaceKind | undefined {
    return this.#lacking;
  }

  isUp(): boolean {
    return this.#lacking !== undefined || this.used() > this.#limit || (this.isOver() && !this.#hasPlace());
  }

  used(): number {
    return this.#before + this.#ofTurn();
  }

  isOver(): boolean {
    return this.#ofTurn() > this.#length;
  }

  async next(): Promise<void> {
    this.#before = this.used();
    await this.#parts.turns.next();
    this.#turnBegan = performance.now();
    this.#length = laterTurn;
    requireWaiting(this.#parts.signal);
  }

  /** Gives its place to others. */
  leave(): void {
    const place = this.#place;
    this.#place = undefined;
    if (place !== undefined) this.#parts.places.give(place);
  }

  #hasPlace(): boolean {
    const needed = this.#place === 'long' || this.used() > shortTime ? 'long' : 'short';
    if (this.#place === needed) return true;
    if (!this.#parts.places.take(needed)) {
      this.#lacking = needed;
      return false;
    }
    this.leave();
    this.#place = needed;
    return true;
  }

  #ofTurn(): number {
    return performance.now() - this.#turnBegan;
  }
}

/** Throws an RpcFault, which nobody will read. */
export function requireWaiting(signal: AbortSignal): void {
  if (signal.aborted) throw new RpcError(-32000, 'nobody waits for the call any more');
}

/** Between two executions of the same call: makes way when its turn is over. Throws an ExecutionStoppedError. */
export function* makeWay(time: CallTime): AsyncSteps<void> {
  if (time.isUp()) throw new ExecutionStoppedError('execution stopped');
  if (time.isOver()) yield* awaitValue(time.next());
}
