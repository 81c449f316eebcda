import { setFeeFloor } from '../../kernel/fee-floor.ts';
import type { EndBlockContext } from '../../kernel/module.ts';
import { one, ratio } from '../../primitives/decimal/decimal.ts';
import { breakerRecoveredEvent, breakerTrippedEvent } from './events.ts';
import { type RlParams, rlParams } from './params.ts';
import { dropPolicy } from './policy.ts';
import { type Agent, agentRecord, healthRecord } from './records.ts';

/** Resets what PRISM can change in the pools. */
export type ResetPools = (context: EndBlockContext) => void;

/**
 * Checks the time since the last block. When too few blocks of the window were healthy, everything PRISM changed goes
 * back to its defaults and it stops acting, until the cooldown is over and the blocks are healthy again.
 */
export function watchBlockTime(context: EndBlockContext, elapsed: number, resetPools: ResetPools): void {
  const { state, block, emit } = context;
  const params = rlParams.get(state);
  const agent = agentRecord.get(state);
  const isHealthy = elapsed > 0 && elapsed <= 2 * agent.block_time_ms;
  const health = [isHealthy, ...healthRecord.get(state)].slice(0, params.circuit_breaker_window);
  healthRecord.set(state, health);
  const healthyPart = ratio(BigInt(health.filter(Boolean).length), BigInt(health.length));
  const isBad = health.length === params.circuit_breaker_window && healthyPart < params.circuit_breaker_threshold;
  const height = Number(block.number);
  if (isBad && !agent.circuit_breaker_active) {
    trip(context, params, agent, resetPools);
    emit(breakerTrippedEvent.log({ healthy: healthyPart }));
  } else if (!isBad && agent.circuit_breaker_active && height >= agent.tripped_at + params.cooldown_blocks) {
    agentRecord.set(state, { ...agent, circuit_breaker_active: false });
    emit(breakerRecoveredEvent.log({ healthy: healthyPart }));
  }
}

function trip(context: EndBlockContext, params: RlParams, agent: Agent, resetPools: ResetPools): void {
  const { state, block } = context;
  const defaults = defaultTargets(params);
  agentRecord.set(state, { ...agent, ...defaults, circuit_breaker_active: true, tripped_at: Number(block.number) });
  setFeeFloor(state, one);
  dropPolicy(state);
  resetPools(context);
}

/** What the consensus parameters are when PRISM has changed nothing. */
export function defaultTargets(params: RlParams) {
  return {
    block_time_ms: params.default_block_time_ms,
    base_gas_price: params.default_base_gas_price,
    validator_set_size: params.default_validator_set_size,
  };
}
