import { readFileSync } from 'node:fs';

const sampleEvery = 100;

/** Watches the memory of a process, in MB as the operating system counts it (resident set). */
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
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
