import { governanceDeposits } from '../../kernel/module-account.ts';
import type { CallContext } from '../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import type { Dependencies } from './dependencies.ts';
import { depositedEvent, votingBeganEvent } from './events.ts';
import { governanceParams } from './params.ts';
import { deposits, proposalsByDeadline, standings } from './records.ts';

/**
 * Adds coins of the caller to the deposit of a proposal; voting begins when it is complete. It ends before stake that
 * has voted can be unbonded and bonded again by another account, so that no stake votes twice.
 */
export function addDeposit(
  { state, caller, block, emit }: CallContext,
  { unbondingSeconds }: Dependencies,
  id: number,
  amount: bigint,
): void {
  const standing = standings.get(state, id);
  if (standing === undefined) return;
  transferUqor(state, caller, governanceDeposits, amount);
  deposits.set(state, (deposits.get(state, id, caller) ?? 0n) + amount, id, caller);
  emit(depositedEvent.log({ proposal: BigInt(id), depositor: caller, amount }));
  const deposit = standing.deposit + amount;
  const { min_deposit, voting_seconds } = governanceParams.get(state);
  if (deposit < min_deposit || standing.status !== 'deposit') {
    standings.set(state, { ...standing, deposit }, id);
    return;
  }
  const voting_end = Number(block.timestamp) + Math.min(voting_seconds, unbondingSeconds(state));
  const voting_start = Number(block.timestamp);
  standings.set(state, { ...standing, deposit, status: 'voting', voting_start, voting_end }, id);
  proposalsByDeadline.remove(state, standing.deposit_end, id);
  proposalsByDeadline.set(state, true, voting_end, id);
  emit(votingBeganEvent.log({ proposal: BigInt(id), end: BigInt(voting_end) }));
}
