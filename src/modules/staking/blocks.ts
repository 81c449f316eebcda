import type { EndBlockContext } from '../../kernel/module.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import type { Address } from '../../primitives/address.ts';
import { decimal, multiply, one, subtract } from '../../primitives/decimal/decimal.ts';
import { stakingAddress } from '../addresses.ts';
import { unbonded } from './events.ts';
import { stakingParams } from './params.ts';
import { operatorsByConsensus, unbondings, validators } from './records.ts';
import { type PenaltyFor, slash } from './slash.ts';
import type { RewardSettlement } from './stake.ts';

/** Pays the unbondings whose time has come; the table is in the order of their times, so the look stops at the first that waits. */
export function payUnbondings({ state, block, emit }: EndBlockContext): void {
  const due: [number, number][] = [];
  for (const [[time, id], { delegator, operator, amount }] of unbondings.list(state)) {
    if (time > Number(block.timestamp)) break;
    due.push([time, id]);
    transferUqor(state, stakingAddress, delegator, amount);
    emit(unbonded.log({ delegator, validator: operator, amount }));
  }
  for (const [time, id] of due) unbondings.remove(state, time, id);
}

/** Counts missed signatures and punishes a validator that missed too many in its window. */
export function countSignatures(context: EndBlockContext, rewards: RewardSettlement, penaltyFor: PenaltyFor): void {
  for (const { validator: consensus, signed } of context.report.votes) {
    const operator = operatorsByConsensus.get(context.state, consensus);
    if (operator !== undefined && !signed) countMiss(context, rewards, penaltyFor, operator);
  }
}

function countMiss(
  context: EndBlockContext,
  rewards: RewardSettlement,
  penaltyFor: PenaltyFor,
  operator: Address,
): void {
  const { state, block } = context;
  const validator = validators.get(state, operator);
  if (validator === undefined || validator.jailed) return;
  const { signed_blocks_window, min_signed_per_window } = stakingParams.get(state);
  const height = Number(block.number);
  const isNewWindow = height - validator.window_start >= signed_blocks_window;
  const missed_blocks = isNewWindow ? 1 : validator.missed_blocks + 1;
  const window_start = isNewWindow ? height : validator.window_start;
  validators.set(state, { ...validator, missed_blocks, window_start }, operator);
  const allowed = multiply(decimal(signed_blocks_window), subtract(one, min_signed_per_window));
  if (decimal(missed_blocks) > allowed) slash(context, rewards, penaltyFor, operator, 'downtime');
}
