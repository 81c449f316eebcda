import { setFeeFloor } from '../../kernel/fee-floor.ts';
import type { EndBlockContext } from '../../kernel/module.ts';
import type { CallContext } from '../../kernel/module-sdk/call.ts';
import { type Decimal, multiply, zero } from '../../primitives/decimal/decimal.ts';
import { actionTakenEvent } from './events.ts';
import { infer } from './network.ts';
import { rlParams } from './params.ts';
import { activePolicy } from './policy.ts';
import { type Action, actionsTable, agentRecord, type Observation } from './records.ts';
import { feeFactor, steer } from './steer.ts';

/** The context in which an action is applied: after a block, or in a call of the authority. */
type ActionContext = Pick<EndBlockContext | CallContext, 'state' | 'block' | 'emit'>;

/** Changes the weights of the first two pools, within their bounds. Returns which of them have changed. */
export type ShiftPools = (
  context: ActionContext,
  rposDelta: Decimal,
  dposDelta: Decimal,
) => { readonly rpos: boolean; readonly dpos: boolean };

/** Samples whose actions are kept. */
const keptActions = 100;

/**
 * Runs the policy on a sample. In `observe` its action is only recorded, in `suggest` proposed to the authority, in
 * `auto` applied. Does nothing without a policy, or while the circuit breaker is active.
 */
export function applyPolicy(context: EndBlockContext, sample: Observation, shiftPools: ShiftPools): void {
  const { state, block, emit } = context;
  const { mode, circuit_breaker_active } = agentRecord.get(state);
  if (mode === 'off' || circuit_breaker_active) return;
  const weights = activePolicy(state);
  if (weights === undefined) return;
  const { max_change_suggest, max_change_auto, observation_interval } = rlParams.get(state);
  const most = mode === 'auto' ? max_change_auto : max_change_suggest;
  const values = infer(weights, sample.values).map((output) => multiply(output, most));
  const height = Number(block.number);
  actionsTable.remove(state, Math.max(0, height - keptActions * observation_interval));
  if (mode === 'auto') {
    apply(context, height, values, shiftPools);
    return;
  }
  actionsTable.set(state, { values, kind: mode === 'suggest' ? 'suggested' : 'observed' }, height);
  if (mode === 'suggest') emit(actionTakenEvent.log({ applied: false, height: block.number, changes: values }));
}

/** Applies what was suggested at a height, once. */
export function applySuggestion(context: CallContext, height: number, action: Action, shiftPools: ShiftPools): void {
  apply(context, height, action.values, shiftPools);
}

/** What the bounds leave of an action is applied, recorded and reported, unless they leave nothing. */
function apply(context: ActionContext, height: number, values: readonly Decimal[], shiftPools: ShiftPools): void {
  const hasEffect = changeTargets(context, values, shiftPools);
  const changes = values.map((value, at) => (hasEffect[at] === true ? value : zero));
  const isChange = hasEffect.some((each) => each);
  actionsTable.set(context.state, { values: changes, kind: isChange ? 'applied' : 'without effect' }, height);
  if (isChange) context.emit(actionTakenEvent.log({ applied: true, height: BigInt(height), changes }));
}

/** Returns for each value whether it has changed anything. */
function changeTargets(context: ActionContext, values: readonly Decimal[], shiftPools: ShiftPools): boolean[] {
  const { state, block } = context;
  const params = rlParams.get(state);
  const agent = agentRecord.get(state);
  const targets = steer(agent, params, values);
  agentRecord.set(state, { ...agent, ...targets, last_action_at: Number(block.number) });
  setFeeFloor(state, feeFactor(targets, params));
  const [, , , rpos = zero, dpos = zero] = values;
  const pools = rpos !== zero || dpos !== zero ? shiftPools(context, rpos, dpos) : { rpos: false, dpos: false };
  const isSlower = targets.block_time_ms !== agent.block_time_ms;
  return [isSlower, targets.base_gas_price !== agent.base_gas_price, false, pools.rpos, pools.dpos];
}
