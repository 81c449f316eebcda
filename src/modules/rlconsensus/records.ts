import { boundedList } from '../../kernel/codec/bounded.ts';
import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { blob, count, flag, fraction, oneOf } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { blockHeight, weiAmount, weiSum } from '../../kernel/codec/units.ts';
import { gasOf } from '../../kernel/module-sdk/param-bounds.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { blockKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { zero } from '../../primitives/decimal/decimal.ts';
import { rlconsensusAddress } from '../addresses.ts';
import { agentModes } from './params.ts';

const { table, single } = recordsOf(rlconsensusAddress);

const agent = struct({
  mode: oneOf(...agentModes),
  total_steps: count,
  last_observation_at: blockHeight,
  last_action_at: blockHeight,
  circuit_breaker_active: flag,
  /** height of the last trip */
  tripped_at: blockHeight,
  cumulative_reward: fraction,
  /** the consensus parameters as PRISM has set them */
  block_time_ms: count,
  base_gas_price: count,
  validator_set_size: count,
});
export type Agent = DecodedBy<typeof agent>;
export const agentRecord = single(1, 'agent', 'Where PRISM stands.', agent, {
  mode: 'observe',
  total_steps: 0,
  last_observation_at: 0,
  last_action_at: 0,
  circuit_breaker_active: false,
  tripped_at: 0,
  cumulative_reward: zero,
  block_time_ms: 5_000,
  base_gas_price: 100,
  validator_set_size: 100,
});

/** Prices kept per sample: enough for percentiles, bounded for the size of the record. */
export const maxPrices = 200;

const windowGas = gasOf(0n, 2n ** 64n, 'blocks of all gas there can be, for years');

/** Sums over the blocks since the last sample. */
const window = struct({
  blocks: count,
  gas_used: windowGas,
  gas_limit: windowGas,
  transactions: count,
  bytes: count,
  failed: count,
  /** wei */
  fees: weiSum,
  /** milliseconds between blocks: sum, largest, and the clock of the last block */
  time: count,
  longest: count,
  last_time: count,
  votes: count,
  signed: count,
  waiting_transactions: count,
  waiting_bytes: count,
  /** wei per gas, of the transactions in their order; at most `maxPrices` of them */
  prices: boundedList(list(weiAmount), 0, maxPrices, 'the newest ones'),
  /** transactions that paid far above the median of their block */
  outbid: count,
});
export type Window = DecodedBy<typeof window>;
export const emptyWindow: Window = {
  blocks: 0,
  gas_used: 0n,
  gas_limit: 0n,
  transactions: 0,
  bytes: 0,
  failed: 0,
  fees: 0n,
  time: 0,
  longest: 0,
  last_time: 0,
  votes: 0,
  signed: 0,
  waiting_transactions: 0,
  waiting_bytes: 0,
  prices: [],
  outbid: 0,
};
export const windowRecord = single(2, 'window', 'What happened since the last sample.', window, emptyWindow);

const observation = struct({ height: blockHeight, values: list(fraction) });
export type Observation = DecodedBy<typeof observation>;
export const observationRecord = single(3, 'observation', 'The latest sample.', observation, { height: 0, values: [] });

const reward = struct({
  height: blockHeight,
  total_reward: fraction,
  throughput_delta: fraction,
  finality_delta: fraction,
  decentralization_delta: fraction,
  mev_estimate: fraction,
  failed_tx_ratio: fraction,
});
export type Reward = DecodedBy<typeof reward>;
export const rewards = table(
  4,
  'reward',
  'Rewards, one for each sample after the first.',
  [blockKey('height', 'of the sample')],
  reward,
);

const action = struct({
  /** relative changes, in the order of the outputs of the network */
  values: list(fraction),
  kind: oneOf('observed', 'suggested', 'applied', 'without effect'),
});
export type Action = DecodedBy<typeof action>;
export const actionsTable = table(
  5,
  'action',
  'What PRISM would have done, suggested or applied after the last hundred samples.',
  [blockKey('height', 'block height')],
  action,
);

/** One bit per block, newest first: whether its block time was healthy. */
export const healthRecord = single(
  6,
  'health',
  'Block times of the breaker’s window: 1 healthy, 0 not.',
  list(flag),
  [],
);

/** Weights of the policy in pieces, because a transaction carries at most 128 KiB. */
export const policyPieces = table(
  7,
  'policy_piece',
  'Weights of the policy network.',
  [numberKey('piece', 'number of the piece, from 0')],
  blob,
);
export const policyRecord = single(
  8,
  'policy',
  'Whether the pieces are a whole policy in use, and since when.',
  struct({ active: flag, since: blockHeight }),
  { active: false, since: 0 },
);
