import { effect, signal } from '@preact/signals';
import { head } from '../node/head.ts';
import { type BlockSummary, readBlocks } from './blocks.ts';

/** As many of the newest blocks are kept. */
const keptBlocks = 200;

/** The newest blocks, newest first. */
export const recentBlocks = signal<readonly BlockSummary[]>([]);

let isFollowing = false;
let isReading = false;

/** Keeps `recentBlocks` as long as the page is open; called by the first page that shows them. */
export function followRecentBlocks(): void {
  if (isFollowing) return;
  isFollowing = true;
  effect(() => {
    if (head.value !== undefined) void catchUp();
  });
}

async function catchUp(): Promise<void> {
  if (isReading) return;
  isReading = true;
  try {
    for (let target = head.peek(); target !== undefined && target.hash !== recentBlocks.peek()[0]?.hash; ) {
      await extendTo(target);
      const next = head.peek();
      if (next?.hash === target.hash) break;
      target = next;
    }
  } catch {
    // the node does not respond: the next head starts again
  } finally {
    isReading = false;
  }
}

/** The usual new block needs no further read; after a gap, or a rewound chain, what is missing is read. */
async function extendTo(target: BlockSummary): Promise<void> {
  const known = recentBlocks.peek();
  const newest = known[0];
  if (newest !== undefined && target.parentHash === newest.hash) {
    recentBlocks.value = [target, ...known].slice(0, keptBlocks);
    return;
  }
  const missing = newest !== undefined && target.height > newest.height ? target.height - newest.height : keptBlocks;
  const read = await readBlocks(target.height, Math.min(missing, keptBlocks));
  const fits = newest !== undefined && read.at(-1)?.parentHash === newest.hash;
  if (fits || missing === keptBlocks) recentBlocks.value = [...read, ...(fits ? known : [])].slice(0, keptBlocks);
  else recentBlocks.value = await readBlocks(target.height, keptBlocks);
}
