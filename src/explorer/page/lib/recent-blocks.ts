import { effect, signal } from '@preact/signals';
import { head } from './head.ts';
import { call } from './rpc.ts';
import type { Header, Hex } from './types.ts';

export type BlockSummary = {
  readonly height: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timestamp: number;
  readonly gasUsed: bigint;
  readonly gasLimit: bigint;
  readonly baseFee: bigint;
  readonly transactions: readonly Hex[];
};

type HeaderWithHashes = Header & { readonly transactions: readonly Hex[] };

/** As many of the newest blocks are kept. */
const keptBlocks = 200;

/** The newest blocks, newest first; grows while they are read. */
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
      await readUpTo(target.height);
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

async function readUpTo(height: number): Promise<void> {
  const known = recentBlocks.peek();
  const newest = known[0]?.height ?? -1;
  const isRewound = newest >= height;
  const first = Math.max(0, height - keptBlocks + 1, isRewound ? 0 : newest + 1);
  const heights = Array.from({ length: height - first + 1 }, (_, at) => height - at);
  const read = await Promise.all(heights.map((each) => readBlock(each)));
  const added = read.filter((block) => block !== undefined);
  const fits = !isRewound && (added.at(-1)?.parentHash === known[0]?.hash || known.length === 0);
  recentBlocks.value = [...added, ...(fits ? known : [])].slice(0, keptBlocks);
}

async function readBlock(height: number): Promise<BlockSummary | undefined> {
  const block = await call<HeaderWithHashes | null>('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]);
  return block === null ? undefined : summaryOf(block);
}

/** A block of `eth_getBlockByNumber` with the hashes of its transactions → what lists of blocks show. */
export function summaryOf(block: HeaderWithHashes): BlockSummary {
  return {
    height: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    gasUsed: BigInt(block.gasUsed),
    gasLimit: BigInt(block.gasLimit),
    baseFee: BigInt(block.baseFeePerGas),
    transactions: block.transactions,
  };
}
