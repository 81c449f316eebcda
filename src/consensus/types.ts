import type { CommittedBlock } from '../chain/types.ts';

/** A node that this one is connected to. */
export type Peer = {
  /** 40 hex digits: the address of the key it proves to own */
  readonly id: string;
  /** IP address and port */
  readonly address: string;
  /** the name its operator gave it; anything */
  readonly moniker: string;
};

/** Where this node is in its network. */
export type NetworkStatus = {
  readonly peers: readonly Peer[];
  /** undefined when the node is at the head of its network */
  readonly syncing:
    | { readonly startingBlock: number; readonly currentBlock: number; readonly highestBlock: number }
    | undefined;
};

/** Decides when the chain gets a block and what is in it. Only one driver commits to a chain. */
export interface ConsensusDriver {
  /** Makes or follows blocks until the signal aborts. Rejects when it cannot continue. */
  run(signal: AbortSignal): Promise<void>;
  /** The block that would be made now. It is executed and not kept. */
  preview(): CommittedBlock;
  /** As far as the driver knows now. */
  network(): NetworkStatus;
}
