import { randomFillSync } from 'node:crypto';
import type { WorkerOptions } from 'node:worker_threads';
import { GuardedWorker } from './guarded-worker.ts';

/** A timer that runs; what Node returns is one. */
export type Timer = {
  /** Begins again with its whole time. */
  refresh(): unknown;
  /** The process may end while it runs. */
  unref(): Timer;
};

/** What code reads or asks of the machine that a repetition would not give again: time, chance, and threads. */
export type Machine = {
  dateMs(): number;
  elapsedMs(): number;
  setTimeout(callback: () => void, milliseconds: number): Timer;
  setInterval(callback: () => void, milliseconds: number): Timer;
  clearTimer(timer: Timer | undefined): void;
  setImmediate(callback: () => void): void;
  /** Fills `length` bytes from `at`. */
  fillRandom(bytes: Uint8Array, at: number, length: number): void;
  createThread(program: URL, options: WorkerOptions): GuardedWorker;
};

/** The longest timer of Node, in ms: it ends a longer one at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine on which the process runs. It looks up each global when it is called, because tests replace timers. */
const realMachine: Machine = {
  dateMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, longestTimerMs)),
  setInterval: (callback, milliseconds) => setInterval(callback, Math.min(milliseconds, longestTimerMs)),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  setImmediate: (callback) => void setImmediate(callback),
  fillRandom: (bytes, at, length) => void randomFillSync(bytes, at, length),
  createThread: (program, options) => new GuardedWorker(program, options),
};

let machine = realMachine;

/** Has another machine give time, chance and threads from now on, and returns what brings back the one before. */
export function replaceMachine(other: Machine): () => void {
  const before = machine;
  machine = other;
  return () => {
    machine = before;
  };
}

/** Milliseconds since 1970. Somebody may set this clock, forward or back. */
export function dateMs(): number {
  return machine.dateMs();
}

/** Milliseconds of a monotonic clock, which setting the date does not affect. */
export function elapsedMs(): number {
  return machine.elapsedMs();
}

function startTimeout(callback: () => void, milliseconds: number): Timer {
  return machine.setTimeout(callback, milliseconds);
}

function startInterval(callback: () => void, milliseconds: number): Timer {
  return machine.setInterval(callback, milliseconds);
}

function clearTimer(timer: Timer | undefined): void {
  machine.clearTimer(timer);
}

function runSoon(callback: () => void): void {
  machine.setImmediate(callback);
}

export {
  clearTimer as clearInterval,
  clearTimer as clearTimeout,
  runSoon as setImmediate,
  startInterval as setInterval,
  startTimeout as setTimeout,
};

/** Resolves after so many milliseconds, or when the signal aborts. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = startTimeout(end, milliseconds);
    function end(): void {
      clearTimer(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
    signal?.addEventListener('abort', end);
  });
}

/** Fills `length` bytes from `at` with unpredictable ones. */
export function fillRandom(bytes: Uint8Array, at = 0, length = bytes.length): void {
  machine.fillRandom(bytes, at, length);
}

/** So many unpredictable bytes. */
export function randomBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  fillRandom(bytes);
  return bytes;
}

/** A random UUID (RFC 9562, version 4). */
export function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A new thread. Throws when the system gives none. */
export function createThread(program: URL, options: WorkerOptions): GuardedWorker {
  return machine.createThread(program, options);
}
