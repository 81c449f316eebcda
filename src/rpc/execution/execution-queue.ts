import { FairQueue } from '../../scheduling/fair-queue.ts';
import type { TaskQueue } from '../../scheduling/worker-pool.ts';
import type { Job } from './job.ts';

/** Executions that wait for a thread: long ones go first, where one may start. */
export class ExecutionQueue implements TaskQueue<Job> {
  readonly #short: FairQueue<Job>;
  readonly #long: FairQueue<Job>;
  readonly #mayStartLong: () => boolean;

  /** `maxLength`: of either kind. */
  constructor(maxLength: number, mayStartLong: () => boolean) {
    this.#short = new FairQueue(maxLength);
    this.#long = new FairQueue(maxLength);
    this.#mayStartLong = mayStartLong;
  }

  get length(): number {
    return this.#short.length + this.#long.length;
  }

  /** Number of those that are not known to take long. */
  get shortLength(): number {
    return this.#short.length;
  }

  get hasNext(): boolean {
    return this.#short.hasNext || (this.#long.hasNext && this.#mayStartLong());
  }

  push(job: Job): void {
    (job.isLong ? this.#long : this.#short).push(job);
  }

  shift(): Job | undefined {
    return (this.#mayStartLong() ? this.#long.shift() : undefined) ?? this.#short.shift();
  }

  clear(error: unknown): void {
    this.#short.clear(error);
    this.#long.clear(error);
  }
}
