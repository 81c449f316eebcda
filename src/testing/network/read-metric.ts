import type { NetworkNode } from './network.ts';

/** A figure of a node that serves metrics (`metrics.enable`). Throws where it is missing. */
export function readMetric({ process }: NetworkNode, name: string): Promise<number> {
  return readMetricAt(process.urls.metrics ?? '', name);
}

/** A figure of the metrics at a URL, by its name with its labels. Throws where it is missing. */
export async function readMetricAt(url: string, name: string): Promise<number> {
  const page = await (await fetch(url)).text();
  const line = page.split('\n').find((text) => text.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no metric ${name}`);
  return Number(line.slice(name.length));
}
