import type { BlockPlan } from '../chain/next-block.ts';
import type { ConsensusProcess, ConsensusStatus, NetworkStatus } from '../kernel/network-status.ts';
import type { WorkTime } from '../scheduling/main-thread.ts';

/** Decides when a block is built and what it contains. Only one driver commits to a chain. */
export interface ConsensusDriver {
  /** Makes or follows blocks until the signal aborts. Rejects when it cannot continue. */
  run(signal: AbortSignal): Promise<void>;
  /**
   * What a block would be built of now, within so many milliseconds of `time`. It is not kept, and the pool keeps what it
   * leaves out: also each transaction that takes long.
   */
  preview(time: WorkTime, limitMs: number): BlockPlan;
  /** What that block depends on besides the head and the pool, as a text: the second of its time, and what is set. */
  previewInputs(): string;
  /** The status of peers and progress, as far as the driver has it now. */
  network(): NetworkStatus;
  /** How many entries and transactions of peers were rejected since the start, by reason. */
  rejectedFromPeers(): ReadonlyMap<string, number>;
  /** The height in progress; undefined for a node without peers, and while consensus does not respond. */
  consensus(): Promise<ConsensusStatus | undefined>;
  /** How the program that agrees on blocks does; undefined for a node without peers. */
  process(): ConsensusProcess | undefined;
  /** Rounds in which the newest blocks were decided, by height, as far as this process has seen it. */
  decidedRounds(): ReadonlyMap<number, number>;
}
