import { readdirSync, readFileSync } from 'node:fs';
import { growthOf } from '../network/memory-growth.ts';

/** Metrics of a node that count what it keeps; they must not grow while the load stays the same. */
const gauges = [
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'nodejs_active_handles_total',
  'nodejs_active_resources_total',
  'qord_mempool_pending',
  'qord_mempool_queued',
  'qord_mempool_bytes',
  'qord_thread_tasks_waiting',
] as const;

/** Those that must be zero some seconds after the load. */
const emptied: readonly string[] = ['qord_mempool_pending', 'qord_mempool_queued', 'qord_mempool, MB'];

/** How one figure developed: medians of the second and the last quarter of the time. */
export type FigureGrowth = {
  readonly name: string;
  readonly second: number;
  readonly last: number;
  readonly isFlat: boolean;
};

/**
 * Records what a node of this machine keeps while it is loaded: memory without mapped files, open files, threads,
 * mappings, and the tables that its metrics count. Figures of the system are missing where there is no /proc.
 */
export class GrowthSampler {
  readonly #pid: number;
  readonly #metrics: string;
  readonly #samples = new Map<string, number[]>();
  readonly #timer: NodeJS.Timeout;

  /** @param intervalMs milliseconds between two samples */
  constructor(pid: number, metrics: string, intervalMs: number) {
    this.#pid = pid;
    this.#metrics = metrics;
    this.#timer = setInterval(() => void this.#sample().catch(() => undefined), intervalMs); // an ended node has none
  }

  /** The newest figures, in one line. */
  newest(): string {
    return [...this.#samples].map(([name, values]) => `${name} ${values.at(-1)?.toFixed(1)}`).join('; ');
  }

  /** Ends sampling and returns how each figure developed. */
  stop(): readonly FigureGrowth[] {
    clearInterval(this.#timer);
    return [...this.#samples].map(([name, values]) => ({ name, ...growthOf(values) }));
  }

  /** Names and values of the tables that have not emptied. */
  async leftovers(): Promise<readonly string[]> {
    const now = await this.#readMetrics();
    return emptied.filter((name) => now.get(name) !== 0).map((name) => `${name} ${now.get(name)}`);
  }

  async #sample(): Promise<void> {
    for (const [name, value] of [...processFigures(this.#pid), ...(await this.#readMetrics())]) {
      const values = this.#samples.get(name) ?? [];
      values.push(value);
      this.#samples.set(name, values);
    }
  }

  async #readMetrics(): Promise<ReadonlyMap<string, number>> {
    const page = await (await fetch(this.#metrics)).text();
    const figure = (name: string) =>
      Number(new RegExp(`^${name}(?:\\{pool="executions"\\})? (\\S+)$`, 'm').exec(page)?.[1] ?? Number.NaN);
    return new Map(gauges.map((name) => [name.replace('_bytes', ', MB'), figure(name) / unitOf(name)]));
  }
}

function processFigures(pid: number): readonly (readonly [name: string, value: number])[] {
  if (process.platform !== 'linux') return [];
  const own = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return [
    ['memory without mapped files, MB', Number(own) / 1024],
    ['open files', readdirSync(`/proc/${pid}/fd`).length],
    ['threads', readdirSync(`/proc/${pid}/task`).length],
    ['mappings', readFileSync(`/proc/${pid}/maps`, 'latin1').split('\n').length],
  ];
}

/** Bytes as MB, in which the tolerance of `growthOf` is meant; counts as they are. */
function unitOf(name: string): number {
  return name.endsWith('_bytes') ? 2 ** 20 : 1;
}
