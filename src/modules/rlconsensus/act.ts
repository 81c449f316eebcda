import type { EndBlockContext } from '../../kernel/module.ts';
import { add, type Decimal, decimal, multiply, one, truncate, zero } from '../../primitives/decimal/decimal.ts';
import { actionTaken } from './events.ts';
import { infer } from './network.ts';
import { maxGasPrice, rlParams } from './params.ts';
import { activePolicy } from './policy.ts';
import { actionsTable, agentRecord, type Observation } from './records.ts';

/** Shifts the weights of the first two pools, within their bounds. */
export type ShiftPools = (context: EndBlockContext, rposDelta: Decimal, dposDelta: Decimal) => void;

const minBlockTime = 1_000;
const maxBlockTime = 30_000;

/** Applies the policy to a sample: nothing without a policy, a proposal in `suggest`, a change in `auto`. */
export function applyPolicy(context: EndBlockContext, sample: Observation, shiftPools: ShiftPools): void {
  const { state, block, emit } = context;
  const agent = agentRecord.get(state);
  if (agent.mode === 'off' || agent.mode === 'observe' || agent.circuit_breaker_active) return;
  const weights = activePolicy(state);
  if (weights === undefined) return;
  const { max_change_suggest, max_change_auto } = rlParams.get(state);
  const isApplied = agent.mode === 'auto';
  const most = isApplied ? max_change_auto : max_change_suggest;
  const values = infer(weights, sample.values).map((output) => multiply(output, most));
  actionsTable.set(state, { values, applied: isApplied }, Number(block.number));
  emit(actionTaken.log({ applied: isApplied, height: block.number, changes: values }));
  if (!isApplied) return;
  const [time = zero, price = zero, , rpos = zero, dpos = zero] = values;
  agentRecord.set(state, {
    ...agentRecord.get(state),
    block_time_ms: Math.min(maxBlockTime, Math.max(minBlockTime, scaled(agent.block_time_ms, time))),
    base_gas_price: Math.min(maxGasPrice, Math.max(1, scaled(agent.base_gas_price, price))),
    last_action_at: Number(block.number),
  });
  shiftPools(context, rpos, dpos);
}

/** value · (1 + change), cut down */
function scaled(value: number, change: Decimal): number {
  return Number(truncate(multiply(decimal(value), add(one, change))));
}
