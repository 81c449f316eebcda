import { BlockThread } from '../../chain/block-thread/block-thread.ts';
import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { Chain } from '../../chain/chain.ts';
import { systemClock } from '../../consensus/building/clock.ts';
import { inBlockThread } from '../../consensus/building/long-transactions.ts';
import type { Threads } from '../../primitives/threads.ts';
import type { OriginSource } from '../../state/origin-state.ts';
import type { CloseStack } from '../close-stack.ts';
import type { Log } from '../log/create-log.ts';

/** Of the bundled program, also when the caller runs from single files. */
const program = new URL('../../program/load-block-worker.cjs', import.meta.url);

type Options = {
  /** Folder of the database. */
  readonly dataFolder: string;
  /** megabytes; 0 for no thread */
  readonly memory: number;
  /** Origin of a fork; undefined on other networks. */
  readonly origin: OriginSource | undefined;
  readonly threads: Threads;
};

/** What becomes of long transactions in the blocks of this node. The thread starts with the first of them. */
export function openBlockThread(
  chain: Chain,
  { dataFolder, memory, origin, threads }: Options,
  log: Log,
  closers: CloseStack,
): LongTransactions | undefined {
  if (memory === 0) return undefined;
  const onRestart = (err: Error) => log.warn({ err }, 'the block thread has ended: its work is repeated');
  const head = () => chain.reader.head().hash;
  return inBlockThread(
    systemClock,
    closers.add(new BlockThread({ threads, program, dataFolder, known: chain.known, memory, head, origin, onRestart })),
  );
}
