import { maxTimestamp } from '../../primitives/time.ts';
import type { Clock } from '../building/clock.ts';

/** The times of blocks: those of the clock, unless somebody on a development network has set others. */
export class BlockDates {
  readonly #clock: Pick<Clock, 'now'>;
  /** time of the newest block, in seconds since 1970 */
  readonly #parentTime: () => number;
  /** called when somebody has set a time */
  readonly #onChange: () => void;
  /** called with the shift when it has changed */
  #onShift: (milliseconds: number) => void = () => {};
  /** milliseconds that block times are ahead of the clock */
  #shift = 0;
  /** time of the next block, when somebody has set it */
  #next: number | undefined;
  /** milliseconds from the time of each block to that of the next, when somebody has set it */
  #step: number | undefined;

  constructor(clock: Pick<Clock, 'now'>, parentTime: () => number, onChange: () => void) {
    this.#onChange = onChange;
    this.#clock = clock;
    this.#parentTime = parentTime;
  }

  /** Time of a block made now, in milliseconds since 1970. */
  get time(): number {
    const step = this.#step;
    const ofClock = () => this.#clock.now() + this.#shift;
    const ofParent = (after: number) => this.#parentTime() * 1000 + after;
    return Math.min(this.#next ?? (step === undefined ? ofClock() : ofParent(step)), maxTimestamp * 1000);
  }

  /** Milliseconds that block times are ahead of the clock. */
  get shift(): number {
    return this.#shift;
  }

  get step(): number | undefined {
    return this.#step;
  }

  /** Calls the listener, the only one, with the shift in milliseconds whenever it has changed. */
  onShift(listener: (milliseconds: number) => void): void {
    this.#onShift = listener;
  }

  /** Moves the time of all further blocks, in milliseconds. */
  addShift(milliseconds: number): void {
    this.#shift += milliseconds;
    this.#onChange();
    if (milliseconds !== 0) this.#onShift(this.#shift);
  }

  /** Time of the next block, in milliseconds since 1970; those after it go on from there. undefined takes it back. */
  setNext(time: number | undefined): void {
    this.#next = time;
    this.#onChange();
  }

  /** Milliseconds from the time of each block to that of the next; undefined goes by the clock. */
  setStep(milliseconds: number | undefined): void {
    this.#step = milliseconds;
    this.#onChange();
  }

  /** To be called when a block was made. */
  advance(): void {
    if (this.#next === undefined) return;
    this.#shift = this.#next - this.#clock.now();
    this.#next = undefined;
    this.#onShift(this.#shift);
  }
}
