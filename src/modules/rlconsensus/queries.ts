import {
  attested,
  each,
  flag,
  integer,
  measured,
  objectOf,
  oneOfTexts,
  parameter,
  text,
} from '../../kernel/module-sdk/figures.ts';
import { moduleDisabled, notFound, query } from '../../kernel/module-sdk/query.ts';
import { formatDecimal, zero } from '../../primitives/decimal/decimal.ts';
import type { StateView } from '../../state/types.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import { rlParams } from './params.ts';
import { agentRecord, observationRecord, rewards } from './records.ts';

const rewardMembers = [
  'total_reward',
  'throughput_delta',
  'finality_delta',
  'decentralization_delta',
  'mev_estimate',
  'failed_tx_ratio',
] as const;

const ofPool = 'by the proposer of each block, who reports its own pool';
const ofClock = 'by the proposers, whose clocks date the blocks';
const byProposer: { readonly [N in Dimension]?: string } = {
  mempool_size: ofPool,
  mempool_bytes: ofPool,
  block_time: ofClock,
  block_time_delta: ofClock,
  avg_commit_latency: ofClock,
  max_commit_latency: ofClock,
};

/** Units, and what is not what its name suggests; the names are those of the specification. */
const meanings: { readonly [N in Dimension]?: string } = {
  avg_tx_size: 'bytes',
  block_time: 'milliseconds from one block to the next',
  block_time_delta: 'milliseconds by which block_time is above its target',
  gas_price_50th: 'uqor per gas',
  gas_price_95th: 'uqor per gas',
  mempool_bytes: 'bytes',
  reward_per_validator: 'fees of the sample in uqor over the validators; a share of them is rewards',
  avg_commit_latency: 'milliseconds from one block to the next, its commit included: the same as block_time',
  max_commit_latency: 'the longest time from one block to the next, its commit included',
};

function dimensionSchema(name: Dimension) {
  const proposer = byProposer[name];
  return proposer === undefined ? measured(text, meanings[name]) : attested(proposer, text, meanings[name]);
}

const closed = { additionalProperties: false };

const statusSchema = objectOf(
  {
    agent_mode: parameter(oneOfTexts(['off', 'observe', 'suggest', 'auto'])),
    observation_interval: parameter(integer, 'blocks between two samples'),
    circuit_breaker: objectOf(
      {
        active: measured(flag),
        max_param_change: parameter(text, 'largest relative change per action'),
        cooldown_blocks: parameter(integer),
      },
      closed,
    ),
    last_observation_block: measured(text, 'height; 0 before the first'),
    cumulative_reward: measured(
      text,
      'sum of all rewards since genesis: the changes in it add up to the last sample less the first, so that only mev_estimate and failed_tx_ratio accumulate',
    ),
  },
  closed,
);

export const rlQueries = [
  query('qor_getRLAgentStatus', 'What PRISM may do, and where it stands.', [], statusSchema, ({ state }) => {
    assertEnabled(state);
    const params = rlParams.get(state);
    const agent = agentRecord.get(state);
    const most = agent.mode === 'auto' ? params.max_change_auto : params.max_change_suggest;
    return {
      agent_mode: agent.mode,
      observation_interval: params.observation_interval,
      circuit_breaker: {
        active: agent.circuit_breaker_active,
        max_param_change: formatDecimal(most, 2),
        cooldown_blocks: params.cooldown_blocks,
      },
      last_observation_block: agent.last_observation_at.toString(),
      cumulative_reward: formatDecimal(agent.cumulative_reward),
    };
  }),
  query(
    'qor_getRLObservation',
    'The latest sample of PRISM: 25 dimensions.',
    [],
    objectOf({ height: measured(integer), dimensions: objectOf(each(dimensions, dimensionSchema)) }),
    ({ state }) => {
      assertEnabled(state);
      const { height, values } = observationRecord.get(state);
      if (height === 0) throw notFound('no sample was taken yet');
      const named = dimensions.map((name, at) => [name, formatDecimal(values[at] ?? zero, 1)] as const);
      return { height, dimensions: Object.fromEntries(named) };
    },
  ),
  query(
    'qor_getRLReward',
    'The reward of the latest sample, and the sum of all.',
    [],
    measured(objectOf({ height: integer, ...each([...rewardMembers, 'cumulative_reward'], text) })),
    ({ state }) => {
      assertEnabled(state);
      const { last_observation_at, cumulative_reward } = agentRecord.get(state);
      const reward = rewards.get(state, last_observation_at);
      if (reward === undefined) throw notFound('no reward was computed yet: it takes two samples');
      return {
        height: reward.height,
        ...Object.fromEntries(rewardMembers.map((name) => [name, formatDecimal(reward[name], 1)])),
        cumulative_reward: formatDecimal(cumulative_reward),
      };
    },
  ),
];

function assertEnabled(state: StateView): void {
  if (!rlParams.get(state).enabled) throw moduleDisabled('rlconsensus');
}
