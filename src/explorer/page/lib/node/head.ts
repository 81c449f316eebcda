import { signal } from '@preact/signals';
import { type BlockSummary, readBlocks, type SummaryJson, toSummary } from '../blocks/blocks.ts';
import { endpoints } from './endpoints.ts';
import { call, isReachable } from './rpc.ts';

/** The newest block. */
export const head = signal<BlockSummary | undefined>(undefined);
/** Height of the first block of lists: above 0 where the chain continues another one. */
export const firstHeight = signal(0);
let isFirstKnown = false;
/** Whether new blocks are announced by WebSocket; otherwise they are polled. */
export const isLive = signal(false);

const pollIntervalMs = 2_000;
const retryIntervalMs = 2_000;

/** How often the chain went back, or became another one: what was read before may be wrong. */
export const rewound = signal(0);

function setHead(block: BlockSummary): void {
  const before = head.peek();
  if (before?.hash === block.hash) return;
  head.value = block;
  if (before === undefined) return;
  const blocks = block.height - before.height;
  if (blocks < 1 || (blocks === 1 && block.parentHash !== before.hash)) rewind();
  else if (blocks > 1) void compare(before);
}

/** After blocks that were not announced: the chain may have gone back, and be longer now than it was. */
async function compare(before: BlockSummary): Promise<void> {
  const [there] = await readBlocks(before.height, 1).catch(() => []);
  if (there !== undefined && there.hash !== before.hash) rewind();
}

function rewind(): void {
  rewound.value++;
  void readFirst(); // of a chain that another one has replaced, too
}

/** Reads the newest block now. */
export async function readHead(): Promise<void> {
  if (!isFirstKnown) await readFirst();
  try {
    const [newest] = await readBlocks('latest', 1);
    if (newest !== undefined) setHead(newest);
  } catch {
    // `isReachable` says so; the next poll tries again
  }
}

async function readFirst(): Promise<void> {
  const first = await readBlocks('earliest', 1).then(([block]) => block?.height, readForkHeight);
  isFirstKnown = first !== undefined;
  if (first !== undefined) firstHeight.value = first;
}

/** First block of a fork. The blocks before it are those of the origin, which need not have summaries. */
async function readForkHeight(): Promise<number | undefined> {
  const info = await call<ForkInfo>('anvil_nodeInfo').catch(() => undefined);
  const forked = info?.forkConfig?.forkBlockNumber;
  return typeof forked === 'number' ? forked + 1 : undefined;
}

/** Follows the chain as long as the page is open. */
export function followHead(): void {
  void readHead();
  connect();
  setInterval(() => {
    if (!isLive.peek() || !isReachable.peek() || !isFirstKnown) void readHead();
  }, pollIntervalMs);
}

type ForkInfo = { readonly forkConfig?: { readonly forkBlockNumber?: number | null } };
type Message = { readonly id?: number; readonly result?: unknown; readonly params?: { result?: SummaryJson } };

function follow({ id, result, params }: Message): void {
  if (id === 1) isLive.value = result !== undefined; // an error: blocks are polled
  const block = params?.result;
  if (block === undefined) return;
  const summary = toSummary(block);
  isReachable.value = true;
  setHead(summary);
}

function connect(): void {
  if (endpoints.ws === null) return;
  const socket = new WebSocket(endpoints.ws);
  socket.onopen = () => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newBlockSummaries'] }));
    void readHead();
  };
  socket.onmessage = ({ data }) => {
    try {
      follow(JSON.parse(String(data)));
    } catch {
      isLive.value = false; // another node sends something else: blocks are polled
    }
  };
  socket.onclose = () => {
    isLive.value = false;
    void readHead();
    setTimeout(connect, retryIntervalMs);
  };
}
