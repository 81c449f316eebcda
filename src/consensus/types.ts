import type { CommittedBlock } from '../chain/types.ts';

/** Decides when the chain gets a block and what is in it. Only one driver commits to a chain. */
export interface ConsensusDriver {
  /** Makes or follows blocks until the signal aborts. Rejects when it cannot continue. */
  run(signal: AbortSignal): Promise<void>;
  /** The block that would be made now. It is executed and not kept. */
  preview(): CommittedBlock;
}
