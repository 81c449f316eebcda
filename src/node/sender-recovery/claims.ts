/** Tasks that may be offered at the same time. */
export const maxTasks = 1_024;

/** Which of two threads does a task: the one that claims it first. Tasks are numbered as they are offered. */
export class TaskClaims {
  /** what the other thread is handed */
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(memory = new SharedArrayBuffer(maxTasks * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** Lets a task be claimed; the one `claimable` numbers before it is done with. */
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
