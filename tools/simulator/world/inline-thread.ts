import { EventEmitter } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { Random } from '#qord/testing/random/random.ts';
import { situation } from '../situations.ts';
import type { Decisions } from './decisions.ts';
import type { Scheduler } from './scheduler.ts';

/** Runs the program of a thread: `data` is what it was started with. */
export type ThreadProgram = (port: MessagePort, data: never) => void;

export type ThreadStarter = (program: URL, data: unknown) => InlineThread;

/** How threads behave: each is a probability, for every message that they get. */
export type ThreadFaults = {
  readonly dies: number;
  readonly hasNoMemory: number;
  readonly isLate: number;
  /** it answers nothing any more, until it is ended */
  readonly hangs: number;
};

export const noThreadFaults: ThreadFaults = { dies: 0, hasNoMemory: 0, isLate: 0, hangs: 0 };

/** Milliseconds that loading a thread, a message, and a late message take at most. */
const loadingMs = 120;
const messageMs = 0.5;
const lateMs = 400;

/** The side of the program: what `node:worker_threads` calls parentPort. */
class InlinePort extends EventEmitter {
  readonly #send: (message: unknown) => void;

  constructor(send: (message: unknown) => void) {
    super();
    this.#send = send;
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#send(structuredClone(message, { transfer: [...transfer] }));
  }
}

type Transferable = NonNullable<NonNullable<Parameters<typeof structuredClone>[1]>['transfer']>[number];

/** What a thread needs of its world. */
export type ThreadWorld = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly faults: () => ThreadFaults;
  readonly decisions: Decisions;
};

/** A worker thread whose program runs in this thread: its messages take simulated time, and it may die. */
export class InlineThread extends EventEmitter {
  readonly #world: ThreadWorld;
  readonly #name: string;
  readonly #port = new InlinePort((message) => this.#deliver(() => this.emit('message', message)));
  /** time at which the last message in either direction arrives: messages keep their order */
  #lastMs = 0;
  #hasExited = false;
  #hangs = false;

  constructor(name: string, load: (port: MessagePort) => void, world: ThreadWorld) {
    super();
    this.#name = name;
    this.#world = world;
    this.#lastMs = world.scheduler.nowMs + world.random.below(loadingMs);
    this.#deliver(() => load(this.#port as unknown as MessagePort));
  }

  get threadId(): number {
    return this.#hasExited ? -1 : 1;
  }

  postMessage(message: unknown): void {
    const copy = structuredClone(message);
    this.#deliver(() => {
      const { dies, hasNoMemory, hangs } = this.#world.faults();
      if (this.#isFaulty(dies, 'dying thread')) return this.#die('ERR_UNHANDLED_ERROR');
      if (this.#isFaulty(hasNoMemory, 'thread without memory')) return this.#die('ERR_WORKER_OUT_OF_MEMORY');
      if (this.#name.includes('execution') && this.#isFaulty(hangs, 'hanging thread')) this.#hang();
      if (!this.#hangs) this.#port.emit('message', copy);
    });
  }

  async terminate(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#world.scheduler.after(this.#world.random.below(20), `${this.#name} ends`, () => {
        this.#exit();
        resolve();
      });
    });
    return 1;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  #deliver(action: () => void): void {
    const isLate = this.#isFaulty(this.#world.faults().isLate, 'late thread');
    if (isLate) situation('a thread answers late');
    const delayMs = (this.#world.random.below(1_000) / 1_000) * (isLate ? lateMs : messageMs);
    this.#lastMs = Math.max(this.#lastMs, this.#world.scheduler.nowMs) + delayMs;
    this.#world.scheduler.after(this.#lastMs - this.#world.scheduler.nowMs, this.#name, () => {
      if (!this.#hasExited) this.#attempt(action);
    });
  }

  #isFaulty(chance: number, kind: string): boolean {
    return this.#world.random.chance(chance) && this.#world.decisions.allows(kind);
  }

  /** An error that the program does not catch ends its thread. */
  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.emit('error', error);
      this.#exit();
    }
  }

  #hang(): void {
    situation('a thread hangs');
    this.#hangs = true;
  }

  #die(code: string): void {
    situation(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'a thread has no memory' : 'a thread dies');
    this.emit('error', Object.assign(new Error('the simulator ends this thread'), { code }));
    this.#exit();
  }

  #exit(): void {
    if (this.#hasExited) return;
    this.#hasExited = true;
    this.emit('exit', 1);
  }
}
