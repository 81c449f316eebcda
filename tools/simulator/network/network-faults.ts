/** Probabilities of what CometBFT may do, and what a third of the validators may. */
export type NetworkFaults = {
  /** a round fails after its proposal */
  readonly round: number;
  /** a node hears of the decision before the proposal */
  readonly unheard: number;
  /** the proposer is faulty */
  readonly proposer: number;
  /** a question about a proposal is asked again */
  readonly again: number;
  /** a validator that could vote does not */
  readonly vote: number;
  /** a validator is caught */
  readonly evidence: number;
  /** nodes are cut off, before each block */
  readonly partition: number;
  /** what a node sends another is lost, comes twice, or is garbage */
  readonly gossip: number;
  /** a node joins when its network may have blocks already */
  readonly lateJoin: number;
};

export const noNetworkFaults: NetworkFaults = {
  round: 0,
  unheard: 0,
  proposer: 0,
  again: 0,
  vote: 0,
  evidence: 0,
  partition: 0,
  gossip: 0,
  lateJoin: 0,
};
