import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import type { AnyTable } from '#qord/kernel/module-sdk/genesis.ts';
import type { MaybePromise } from '#qord/primitives/maybe-promise.ts';
import type { Store } from '#qord/store/types.ts';
import { collectGarbage } from '#qord/testing/process/heap.ts';
import { type Due, type Growth, isDue } from './clone-rows.ts';
import { copyStore } from './copy-store.ts';
import { type GrowingChain, openGrowingChain } from './growing-chain.ts';
import type { Cost, ReaderOfHead, Subject } from './measure-reads.ts';
import { counts, type Measured, mostGrowth, verdictOf } from './verdict.ts';

/** What is measured at each number of records, and when they are all due at once. */
export type GrowthResult = {
  readonly measured: readonly Measured[];
  /** why no genesis may have so many, where something grows with them */
  readonly refused: string | undefined;
  /** the blocks from the first in which a record is due to the last */
  readonly settled: { readonly blocks: number; readonly slowest: number; readonly left: number } | undefined;
};

type Prepared = { readonly genesis: GenesisDocument; readonly store: Store };

/** More seconds, and more blocks, than the measurements last. */
const [secondsUntilDue, blocksUntilDue] = [100_000, 200];

/** Blocks after which everything is written that a block has changed: nodes of the trees are kept for up to 16. */
const blocksUntilWritten = 20;

/** Measures with 10, 1,000 and 10,000 records, and then a network whose records are all due at once. */
export async function measureGrowth(
  { genesis, store }: Prepared,
  growth: Growth,
  subjects: readonly (Subject & Pick<Measured, 'kind'>)[],
): Promise<GrowthResult> {
  const folder = mkdtempSync(join(tmpdir(), 'qord-growth-'));
  const copy = copyStore(store, folder);
  try {
    return await measureOn(openGrowingChain(genesis, copy), growth, subjects);
  } finally {
    await copy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOn(
  growing: GrowingChain,
  growth: Growth,
  subjects: readonly (Subject & Pick<Measured, 'kind'>)[],
): Promise<GrowthResult> {
  const { number, timestamp } = growing.chain.reader.head();
  const due = { time: timestamp + secondsUntilDue, height: number + blocksUntilDue };
  const head = readerOf(growing);
  const all: readonly (Pick<Measured, 'kind'> & {
    readonly name: string;
    readonly measure: () => MaybePromise<Cost>;
  })[] = [
    { name: 'an empty block', kind: 'block', measure: () => mineSome(growing, false) },
    { name: 'a block of one transfer', kind: 'block', measure: () => mineSome(growing, true) },
    ...subjects.map(({ name, kind, measure }) => ({ name, kind, measure: () => measure(head) })),
  ];
  const costs = all.map((): Cost[] => []);
  for (const count of counts) {
    growing.grow(growth, due, count);
    if (count === counts[0]) growing.assertGenesis();
    for (let block = 0; block < blocksUntilWritten; block++) growing.mine(2_000);
    for (const [at, { kind, measure }] of all.entries())
      costs[at]?.push(kind === 'block' ? await measure() : await best(measure, costs[at]?.[0]));
  }
  const measured = all.map(({ name, kind }, at) => {
    return { subject: name, kind, costs: costs[at] ?? [] };
  });
  const grows = measured.some((each) => verdictOf(each) === 'grows');
  return { measured, refused: grows ? refusal(growing) : undefined, settled: settle(growing, growth, due) };
}

function refusal(growing: GrowingChain): string | undefined {
  try {
    growing.assertGenesis();
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function readerOf({ chain }: GrowingChain): ReaderOfHead {
  return { headState: () => chain.headState(), reader: chain.reader, chain };
}

/** Most hooks work at intervals that divide this number of blocks. */
const blocksOfIntervals = 10;

/** The mean time of some blocks, and the rows of the one that reads most. */
function mineSome(growing: GrowingChain, withTransfer: boolean): Cost {
  let [ms, rows] = [0, 0];
  for (let block = 0; block < blocksOfIntervals; block++) {
    const cost = growing.mine(2_000, withTransfer ? [growing.transfer()] : []);
    ms += cost.ms / blocksOfIntervals;
    rows = Math.max(rows, cost.rows);
  }
  return { ms, rows };
}

const repetitions = 10;

/** The least time of some, where it looks longer than the first. */
async function best(measure: () => MaybePromise<Cost>, first: Cost | undefined): Promise<Cost> {
  let least = await measure();
  for (let repetition = 1; repetition < repetitions; repetition++) {
    if (first !== undefined && least.ms <= first.ms * mostGrowth) break;
    const again = await measure();
    if (again.ms < least.ms) least = again;
  }
  return least;
}

/** Most blocks after which everything that was due must be settled: two queues of 10,000 rows share 10 in a block. */
const mostBlocks = 2_100;
/** What the copies left in memory would count as a block's; and a collection takes as long as some blocks. */
const blocksUntilCollection = 100;

/** Lets the records become due, all at once, and mines until they are settled. */
function settle(growing: GrowingChain, growth: Growth, due: Due): GrowthResult['settled'] {
  const queues = queuesOf(growth);
  if (queues.length === 0) return undefined;
  const { chain, mine } = growing;
  while (chain.reader.head().number < due.height - 1) mine(2_000);
  const seconds = due.time - chain.reader.head().timestamp;
  collectGarbage();
  let slowest = mine(Math.max(2, seconds + 1) * 1_000).ms;
  let blocks = 1;
  const left = () => queues.reduce((sum, queue) => sum + rowsDue(queue, growing), 0);
  for (; left() > 0 && blocks < mostBlocks; blocks++) {
    if (blocks % blocksUntilCollection === 0) collectGarbage();
    slowest = Math.max(slowest, mine(2_000).ms);
  }
  return { blocks, slowest, left: left() };
}

/** Tables of the growth whose rows wait for a time or a height. */
export function queuesOf({ originals }: Growth): readonly AnyTable[] {
  return originals.map(({ table }) => table).filter(({ keyParts: [first] }) => first && isDue(first));
}

/** 1 when the first row of the queue is due. */
function rowsDue(queue: AnyTable, { chain }: GrowingChain): number {
  const { number, timestamp } = chain.reader.head();
  for (const [[first]] of queue.list(chain.headState())) {
    return Number(first) <= (queue.keyParts[0]?.name === 'time' ? timestamp : number) ? 1 : 0;
  }
  return 0;
}
