import type { NetworkNode } from './network.ts';

/** A figure of a node that serves metrics (`metrics.enable`). Throws where it is missing. */
export async function readMetric({ process }: NetworkNode, name: string): Promise<number> {
  const page = await (await fetch(process.urls.metrics ?? '')).text();
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(page) ?? [];
  if (value === undefined) throw new Error(`there is no metric ${name}`);
  return Number(value);
}
