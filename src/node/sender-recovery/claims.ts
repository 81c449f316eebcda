/** Most tasks that are open at the same time. */
export const maxTasks = 1_024;

/**
 * Which of two threads executes a task: the one that claims it first. Tasks are numbered in the order in which they are
 * offered.
 */
export class TaskClaims {
  /** passed to the other thread */
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(memory = new SharedArrayBuffer(maxTasks * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** Makes a task claimable; the one `maxTasks` numbers before it must be finished. */
  offer(task: number): void {
    Atomics.store(this.#cells, task % maxTasks, 0);
  }

  /** Whether the task is the caller's now. */
  claim(task: number): boolean {
    return Atomics.exchange(this.#cells, task % maxTasks, 1) === 0;
  }

  isClaimed(task: number): boolean {
    return Atomics.load(this.#cells, task % maxTasks) === 1;
  }
}
