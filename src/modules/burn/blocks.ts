import type { EndBlockContext } from '../../kernel/module.ts';
import { feeCollector, lightNodePool, treasury } from '../../kernel/module-account.ts';
import { shareOf } from '../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { burnCoins } from './burn-coins.ts';
import type { Dependencies } from './dependencies.ts';
import { feeDistributedEvent } from './events.ts';
import { burnParams } from './params.ts';
import { statisticsRecord } from './records.ts';

/**
 * Splits all fees of the block: base fees and tips, which wait in the fee collector. Every share is rounded down to
 * whole wei; the treasury also gets the remainder.
 */
export function splitFees(context: EndBlockContext, { payRewards }: Dependencies): void {
  const { state, emit } = context;
  const params = burnParams.get(state);
  const fees = state.balance(feeCollector);
  if (!params.enabled || fees === 0n) return;
  const validatorAmount = shareOf(fees, params.validator_share);
  const burnAmount = shareOf(fees, params.gas_burn_rate);
  const stakerAmount = shareOf(fees, params.staker_share);
  const lightNodeAmount = shareOf(fees, params.light_node_share);
  const treasuryAmount = fees - validatorAmount - burnAmount - stakerAmount - lightNodeAmount;
  burnCoins(context, feeCollector, burnAmount, 'gas_fee');
  payRewards(context, validatorAmount, stakerAmount);
  state.transfer(feeCollector, lightNodePool, lightNodeAmount);
  state.transfer(feeCollector, treasury, treasuryAmount);
  const before = statisticsRecord.get(state);
  statisticsRecord.set(state, { ...before, distributed: before.distributed + fees - burnAmount });
  emit(
    feeDistributedEvent.log({
      totalFees: fees,
      validatorAmount,
      burnAmount,
      treasuryAmount,
      stakerAmount,
      lightNodeAmount,
    }),
  );
}

/** Counts the block's transactions and burns from the treasury when that reaches the next milestone. */
export function burnMilestones(context: EndBlockContext): void {
  const { state, transactions } = context;
  const { enabled, milestones } = burnParams.get(state);
  if (!enabled || transactions.length === 0) return;
  const counted = statisticsRecord.get(state);
  const total = counted.transactions + transactions.length;
  const next = milestones[counted.milestones];
  const isReached = next !== undefined && total >= next.transactions;
  statisticsRecord.set(state, {
    ...counted,
    transactions: total,
    milestones: counted.milestones + (isReached ? 1 : 0),
  });
  if (!isReached) return;
  const wanted = next.burn * weiPerUqor;
  const available = state.balance(treasury);
  burnCoins(context, treasury, wanted < available ? wanted : available, 'milestone');
}
