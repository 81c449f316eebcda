/** What PRISM observes, in the order of its vector. */
export const dimensions = [
  'block_utilization',
  'tx_count',
  'avg_tx_size',
  'block_time',
  'block_time_delta',
  'gas_price_50th',
  'gas_price_95th',
  'mempool_size',
  'mempool_bytes',
  'validator_count',
  'validator_gini',
  'missed_block_ratio',
  'avg_commit_latency',
  'max_commit_latency',
  'precommit_ratio',
  'failed_tx_ratio',
  'avg_gas_per_tx',
  'reward_per_validator',
  'slash_count',
  'jail_count',
  'inflation_rate',
  'bonded_ratio',
  'reputation_mean',
  'reputation_std_dev',
  'mev_estimate',
] as const;
export type Dimension = (typeof dimensions)[number];

/** What PRISM may propose to change, in the order of its output. */
export const actions = [
  'block_time_delta',
  'gas_price_delta',
  'validator_set_size_delta',
  'pool_weight_rpos_delta',
  'pool_weight_dpos_delta',
] as const;
