import { maxTimestampSeconds } from '../../primitives/time.ts';
import type { Clock } from '../building/clock.ts';

/** What somebody has set of the times of blocks, in milliseconds, as a file keeps it; undefined: by the clock. */
export type SetTimes = {
  /** Time by which blocks are ahead of the clock. */
  readonly shift: number;
  /** time of the next block, since 1970 */
  readonly next: number | undefined;
  /** Time between consecutive blocks. */
  readonly step: number | undefined;
  /** time since 1970 that the next block is a step later than, instead of the newest block */
  readonly base: number | undefined;
};

/** The times of blocks: those of the clock, unless somebody on a development network has set others. */
export class BlockDates {
  readonly #clock: Pick<Clock, 'now'>;
  /** time of the newest block, in seconds since 1970 */
  readonly #parentTime: () => number;
  /** called when somebody has set a time */
  readonly #onChange: () => void;
  /** whether each block is at least a second later than the one before it, however fast they are made */
  readonly #areDistinct: boolean;
  #onSet: (times: SetTimes) => void = () => {};
  /** milliseconds that block times are ahead of the clock */
  #shiftMs = 0;
  /** time of the next block, when somebody has set it */
  #next: number | undefined;
  /** milliseconds from the time of each block to that of the next, when somebody has set it */
  #stepMs: number | undefined;
  /** what the next step counts from, when somebody has set the time since the newest block */
  #base: number | undefined;

  constructor(
    clock: Pick<Clock, 'now'>,
    parentTime: () => number,
    { areDistinct, onChange }: { readonly areDistinct: boolean; readonly onChange: () => void },
  ) {
    this.#areDistinct = areDistinct;
    this.#onChange = onChange;
    this.#clock = clock;
    this.#parentTime = parentTime;
  }

  /** Time of a block made now, in milliseconds since 1970. */
  get time(): number {
    const stepMs = this.#stepMs;
    const parent = () => this.#parentTime() * 1000;
    const least = () => (this.#areDistinct ? parent() + 1000 : 0);
    const ofClock = () => Math.max(this.#clock.now() + this.#shiftMs, least());
    return Math.min(
      this.#next ?? (stepMs === undefined ? ofClock() : (this.#base ?? parent()) + stepMs),
      maxTimestampSeconds * 1000,
    );
  }

  /** Milliseconds that block times are ahead of the clock. */
  get shiftMs(): number {
    return this.#shiftMs;
  }

  get stepMs(): number | undefined {
    return this.#stepMs;
  }

  /** Calls the listener, the only one, with all that is set, whenever any of it has changed. */
  onSet(listener: (times: SetTimes) => void): void {
    this.#onSet = listener;
  }

  /** All that is set. */
  get times(): SetTimes {
    return { shift: this.#shiftMs, next: this.#next, step: this.#stepMs, base: this.#base };
  }

  /** Sets again what was set before a restart or a rewind. A time of the next block that the chain has reached counts no more. */
  restore({ shift, next, step, base }: SetTimes): void {
    const ifToCome = (time: number | undefined) =>
      time !== undefined && time > this.#parentTime() * 1000 ? time : undefined;
    this.#set({ shift, next: ifToCome(next), step, base: ifToCome(base) });
  }

  /** Moves the time of all further blocks, in milliseconds. */
  addShift(milliseconds: number): void {
    this.#set({ ...this.times, shift: this.#shiftMs + milliseconds });
  }

  /** Time of the next block, in milliseconds since 1970; those after it continue from there. undefined takes it back. */
  setNext(time: number | undefined): void {
    this.#set({ ...this.times, next: time, base: undefined });
  }

  /** Sets the time, in milliseconds since 1970: a block made now has it, or is a step later; a time set for it is gone. */
  setTime(time: number): void {
    this.#set({ ...this.times, shift: time - this.#clock.now(), next: undefined, base: time });
  }

  /** Milliseconds from the time of each block to that of the next; undefined goes by the clock. */
  setStep(milliseconds: number | undefined): void {
    this.#set({ ...this.times, step: milliseconds });
  }

  /** To be called when a block was made. */
  advance(): void {
    if (this.#next === undefined) this.#keepAhead();
    else this.#shiftMs = this.#next - this.#clock.now();
    if (this.#next === undefined && this.#base === undefined) return;
    [this.#next, this.#base] = [undefined, undefined];
    this.#onSet(this.times);
  }

  /** What distinct times are ahead of the clock stays, so that further shifts count from there. A file need not keep it. */
  #keepAhead(): void {
    const ahead = this.#parentTime() * 1000 - this.#clock.now();
    if (this.#areDistinct && this.#stepMs === undefined && ahead > this.#shiftMs) this.#shiftMs = ahead;
  }

  #set({ shift, next, step, base }: SetTimes): void {
    const isChange = shift !== this.#shiftMs || next !== this.#next || step !== this.#stepMs || base !== this.#base;
    [this.#shiftMs, this.#next, this.#stepMs, this.#base] = [shift, next, step, base];
    this.#onChange();
    if (isChange) this.#onSet(this.times);
  }
}
