import type { NetworkNode } from '#qord/testing/network/network.ts';
import { ownMemoryOf } from './resources.ts';

/** Memory of a process in MB: the medians of the second and of the last quarter of the time. */
type Growth = { readonly second: number; readonly last: number; readonly isFlat: boolean };

/** How much more the last quarter may take than the second: the larger of a share and of so many MB. */
const [share, megabytes] = [0.1, 20];

/**
 * Records the memory of nodes and of their CometBFTs without mapped files. In the first quarter of the time caches fill
 * up and code is compiled; after it memory must stay as it is.
 */
export class MemoryGrowth {
  readonly #samples = new Map<string, number[]>();

  /** Takes a sample of each process. */
  record(nodes: readonly NetworkNode[]): void {
    for (const [index, node] of nodes.entries()) {
      const { qord, comet } = ownMemoryOf(node);
      this.#add(`qord of node${index}`, qord);
      this.#add(`CometBFT of node${index}`, comet);
    }
  }

  /** Growth by the name of the process. */
  result(): ReadonlyMap<string, Growth> {
    return new Map([...this.#samples].map(([name, samples]) => [name, growthOf(samples)]));
  }

  #add(name: string, value: number): void {
    const samples = this.#samples.get(name) ?? [];
    samples.push(value);
    this.#samples.set(name, samples);
  }
}

/** Of samples in MB, taken at equal intervals. */
export function growthOf(samples: readonly number[]): Growth {
  const quarter = (index: number) =>
    median(samples.slice(Math.floor((samples.length * index) / 4), Math.floor((samples.length * (index + 1)) / 4)));
  const [second, last] = [quarter(1), quarter(3)];
  return { second, last, isFlat: last - second <= Math.max(share * second, megabytes) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
