import { readFileSync } from 'node:fs';

const sampleEvery = 100;

/**
 * Watches the memory of a process in MB: its own pages in the resident set. The pages of files are not counted, above
 * all those of the database, since the system takes them back whenever it needs them.
 */
export class MemorySampler {
  readonly #pid: number;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.now(), sampleEvery);
  }

  /** Current size in MB; 0 when the process has ended. */
  now(): number {
    const megabytes = residentMegabytes(this.#pid);
    this.#peak = Math.max(this.#peak, megabytes);
    return megabytes;
  }

  get peak(): number {
    return this.#peak;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Milliseconds for which the main thread of a process was runnable but waited for a processor; 0 where unknown. */
export function processorWaitTime(pid: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}

function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = [...status.matchAll(/(?:RssAnon|RssShmem):\s+(\d+)/g)].map(([, amount]) => Number(amount));
    return kilobytes.reduce((sum, amount) => sum + amount, 0) / 1024;
  } catch {
    return 0;
  }
}
