import type { Address } from '../primitives/address.ts';

/** A node that this one is connected to. */
export type Peer = {
  /** 40 hex digits: the address of the key it proves to own */
  readonly id: string;
  /** IP address and port */
  readonly address: string;
  /** the name that its operator chose; any text */
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

/** How a validator voted in one step of a round: not yet, for no block, or for the proposed one. */
export type VoteState = 'none' | 'nil' | 'block';

/** A peer, and the state of its consensus. */
export type ConsensusPeer = Peer & {
  /** whether this node opened the connection */
  readonly isOutbound: boolean;
  /** the height it says it works on, one above its newest block; 0 while unknown */
  readonly height: number;
  readonly round: number;
  readonly step: string;
};

/** The height in progress, as this node sees it. */
export type ConsensusStatus = {
  /** 40 hex digits: id of this node for its peers */
  readonly id: string;
  /** one above the newest block */
  readonly height: number;
  /** 0 unless rounds before did not agree */
  readonly round: number;
  /** `propose`, `prevote`, `precommit` … */
  readonly step: string;
  /** milliseconds since 1970 at which the height began, or will after the pause between blocks */
  readonly startTime: number;
  /** consensus address of the proposer of the round */
  readonly proposer: Address;
  /** the validators of the height, by consensus address, with their votes in the round */
  readonly validators: readonly {
    readonly validator: Address;
    readonly power: number;
    readonly prevote: VoteState;
    readonly precommit: VoteState;
  }[];
  readonly peers: readonly ConsensusPeer[];
};

/** How the program that agrees on blocks does at this node. */
export type ConsensusProcess = {
  /** whether it runs and is connected to this node */
  readonly isRunning: boolean;
  /** how often this node has started it again */
  readonly restarts: number;
  /** seconds for which the validators have decided a block that this node does not have */
  readonly stalledSeconds: number;
};
