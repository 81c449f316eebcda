import type { EndBlockContext } from '../../kernel/module.ts';
import { endsInterval } from '../../kernel/module-sdk/intervals.ts';
import { add } from '../../primitives/decimal/decimal.ts';
import { applyPolicy } from './act.ts';
import { watchBlockTime } from './breaker.ts';
import type { Dependencies } from './dependencies.ts';
import { observationCollectedEvent, rewardComputedEvent } from './events.ts';
import { observe } from './observe.ts';
import { rlParams } from './params.ts';
import { agentRecord, type Observation, observationRecord, rewards, type Window, windowRecord } from './records.ts';
import { rewardOf } from './reward.ts';
import { countBlock, resetWindow } from './window.ts';

/**
 * After every block: counts it and checks its time; at the interval takes a sample, computes its reward, and runs the
 * policy on it. While it is off, only notes the time.
 */
export function runAgent(context: EndBlockContext, dependencies: Dependencies): void {
  const { state, block, transactions, report } = context;
  const params = rlParams.get(state);
  if (!params.enabled || agentRecord.get(state).mode === 'off') {
    resetWindow(context, { last_time: report.time }); // else all the time until it watches again is that of one block
    return;
  }
  const lastTime = windowRecord.get(state).last_time;
  const gasUsed = transactions.reduce((sum, tx) => sum + tx.gasUsed, 0n);
  const window = countBlock(context, gasUsed);
  if (lastTime > 0) watchBlockTime(context, report.time - lastTime, dependencies.resetPools);
  if (!endsInterval(block, params.observation_interval)) return;
  const sample = takeSample(context, window, dependencies);
  applyPolicy(context, sample, dependencies.shiftPools);
}

function takeSample(context: EndBlockContext, window: Window, { networkStatistics }: Dependencies): Observation {
  const { state, block, emit } = context;
  const height = Number(block.number);
  const agent = agentRecord.get(state);
  const before = observationRecord.get(state);
  const sample = { height, values: observe(window, networkStatistics(state), agent.block_time_ms) };
  observationRecord.set(state, sample);
  resetWindow(context, window);
  emit(observationCollectedEvent.log({ height: block.number }));
  const stepped = { ...agent, total_steps: agent.total_steps + 1, last_observation_at: height };
  if (before.height === 0) {
    agentRecord.set(state, stepped);
    return sample;
  }
  const reward = rewardOf(rlParams.get(state), before, sample);
  rewards.set(state, reward, height);
  agentRecord.set(state, { ...stepped, cumulative_reward: add(agent.cumulative_reward, reward.total_reward) });
  emit(rewardComputedEvent.log({ height: block.number, reward: reward.total_reward }));
  return sample;
}
