import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SpawnedNode, spawnNode } from '#qord/testing/spawn-node.ts';
import type { Attack } from './attack.ts';

const turnTimes = new URL('./turn-times.js', import.meta.url).href;

/** Runs `use` with a new node on a new home, and removes both afterwards. */
export async function withNode<T>(
  { flags, preload }: Pick<Attack, 'flags' | 'preload'>,
  use: (node: SpawnedNode) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'qord-abuse-'));
  const closers: (() => void)[] = [];
  const t = { after: (close: () => void) => void closers.push(close) };
  try {
    return await use(await spawnNode(t, home, flags, preload === undefined ? [turnTimes] : [turnTimes, preload]));
  } finally {
    for (const close of closers) close();
    rmSync(home, { recursive: true, force: true });
  }
}
