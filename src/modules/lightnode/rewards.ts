import type { HookContext } from '../../kernel/module.ts';
import { lightNodePool } from '../../kernel/module-account.ts';
import type { CallContext } from '../../kernel/module-sdk/call.ts';
import { endsInterval } from '../../kernel/module-sdk/intervals.ts';
import type { Address } from '../../primitives/address.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { StateView } from '../../state/types.ts';
import { epochEndedEvent, paidEvent } from './events.ts';
import { lightnodeParams } from './params.ts';
import { type Operator, operators, progressRecord, shares } from './records.ts';

/**
 * Ends the epoch when it is due: what the pool has and owes to nobody is shared equally among the operators that
 * answered. The rest of the division, or all where nobody answered, stays for the next epoch. Payment waits for the
 * operator, so that the work of a block does not grow with their number.
 */
export function endEpochWhenDue({ state, block, emit }: HookContext): void {
  const { enabled, epoch_blocks } = lightnodeParams.get(state);
  if (!enabled || !endsInterval(block, epoch_blocks)) return;
  const progress = progressRecord.get(state);
  const { epoch, answers, owed } = progress;
  const pot = state.balance(lightNodePool) - owed;
  const share = answers === 0 ? 0n : pot / BigInt(answers);
  const earned = share * BigInt(answers);
  if (earned > 0n) shares.set(state, { share, unpaid: answers }, epoch);
  emit(epochEndedEvent.log({ epoch: BigInt(epoch), answers: BigInt(answers), share, carriedOver: pot - earned }));
  progressRecord.set(state, {
    ...progress,
    epoch: epoch + 1,
    started_at: Number(block.number),
    seed: fromHex(block.prevRandao),
    answers: 0,
    owed: owed + earned,
  });
}

/** All that the pool has is for operators: what they have earned, and what ends of epochs will share. */
export function owedWei(state: StateView): bigint {
  const { owed } = progressRecord.get(state);
  const balance = state.account(lightNodePool)?.balance ?? 0n;
  return balance > owed ? balance : owed;
}

/** wei that an operator has earned and not taken. */
export function earnedBy(state: StateView, { answered }: Operator): bigint {
  return shares.get(state, answered)?.share ?? 0n;
}

/** Pays what an operator has earned, if anything. An answer to the question of the running epoch stays. Returns wei. */
export function payOut({ state, emit }: CallContext, address: Address, operator: Operator): bigint {
  const { answered } = operator;
  const row = shares.get(state, answered);
  if (row === undefined) return 0n;
  const { share, unpaid } = row;
  if (unpaid > 1) shares.set(state, { share, unpaid: unpaid - 1 }, answered);
  else shares.remove(state, answered);
  operators.set(state, { ...operator, answered: 0 }, address);
  const progress = progressRecord.get(state);
  progressRecord.set(state, { ...progress, owed: progress.owed - share });
  state.transfer(lightNodePool, address, share);
  emit(paidEvent.log({ operator: address, epoch: BigInt(answered), amount: share }));
  return share;
}
