import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { bridgeAddress } from '../addresses.ts';
import { otherChain } from './attesting.ts';
import { closedFault } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { bridgeOperationExecutedEvent, challengeExpiredEvent, operationDelayedEvent } from './events.ts';
import { fault } from './faults.ts';
import { countLocked } from './ledger.ts';
import {
  countTowardsDailyLimit,
  currentLimiter,
  dayEnd,
  detectAnomaly,
  type EffectContext,
  limitFault,
} from './limiter.ts';
import { bridgeParams } from './params.ts';
import { type Operation, operations, operationsByDueTime, sources } from './records.ts';
import { sourceKey } from './signed-messages.ts';
import { sufficientSupport } from './support.ts';
import { burnTokens, mintTokens, moveTokens } from './token-moves.ts';

/** Automatic retries of a deposit that failed on a limit. */
export const maxRetries = 3;

/** Called when a deposit has enough attestations: mints it, or lets it wait for the end of its challenge period. */
export function acceptDeposit(context: EffectContext, id: string, operation: Operation): void {
  const { state, block } = context;
  const { source_chain: chain, source_tx_hash, asset, amount } = operation;
  sources.set(state, id, chain, sourceKey(source_tx_hash));
  countLocked(state, { chain, asset }, amount);
  detectAnomaly(context, { chain, asset, amount });
  const attested: Operation = { ...operation, status: 'attested' };
  const { large_transfer_threshold, challenge_period_secs } = bridgeParams.get(state);
  const challenge_end_time = Number(block.timestamp) + challenge_period_secs;
  if (amount > large_transfer_threshold) keep(context, id, { ...attested, challenge_end_time }, challenge_end_time);
  else mintDeposit(context, id, attested);
}

/**
 * Called for an accepted deposit that had to wait. Its attestations are recounted: when too few still count, it
 * needs further ones, as before it was accepted.
 */
export function executeDeposit(
  dependencies: Dependencies,
  context: EffectContext,
  id: string,
  operation: Operation,
): void {
  if (sufficientSupport(dependencies, context.state, id, operation) !== undefined) {
    mintDeposit(context, id, operation);
    return;
  }
  freeSource(context, id, operation);
  delay(context, id, { ...operation, status: 'pending', error: textOf(fault.attestationMismatch(tooFew)) }, 0);
}

const tooFew = 'too few of its attestations still count';

/** Mints what was deposited. When a limit is reached it fails and is retried; while the chain is closed it waits. */
function mintDeposit(context: EffectContext, id: string, operation: Operation): void {
  const { state, block } = context;
  const { source_chain: chain, asset, amount } = operation;
  const closed = closedFault(state, chain);
  const over = limitFault(state, block, { chain, asset, amount });
  if (closed !== undefined) delay(context, id, { ...operation, error: textOf(closed) }, soon(context));
  else if (over !== undefined) fail(context, id, operation, over);
  else {
    countTowardsDailyLimit(context, { chain, asset, amount });
    mintTokens(context, { chain, asset }, parseNativeAccountText(operation.receiver), amount);
    complete(context, id, operation);
  }
}

/** Called when the asset was released on the other chain: destroys what the module kept for it. */
export function completeWithdrawal(context: EffectContext, id: string, operation: Operation, txHash: string): void {
  const { dest_chain: chain, asset, amount } = operation;
  countLocked(context.state, { chain, asset }, -amount);
  burnTokens(context, { chain, asset }, bridgeAddress, amount);
  complete(context, id, { ...operation, source_tx_hash: txHash });
}

/** Ends an operation for good, unexecuted: refunds a withdrawal; frees the source of a deposit for another claim. */
export function cancelOperation(context: EffectContext, id: string, operation: Operation, reason: string): void {
  const { block } = context;
  const { type, sender, asset, amount, dest_chain: chain } = operation;
  if (type === 'withdrawal') moveTokens(context, { chain, asset }, bridgeAddress, sender, amount);
  else freeSource(context, id, operation);
  const completed_at = Number(block.timestamp);
  keep(context, id, { ...operation, status: 'failed', error: reason, completed_at }, 0);
}

/** Called when nobody has decided a challenge in time: a silent admin must not keep what somebody gave. */
export function expireChallenge(context: EffectContext, id: string, operation: Operation): void {
  cancelOperation(context, id, operation, 'nobody decided its challenge in time');
  context.emit(challengeExpiredEvent.log({ operationId: id }));
}

/** What an accepted deposit no longer says: that its transaction locked the asset there. */
function freeSource({ state }: EffectContext, id: string, operation: Operation): void {
  const { source_chain: chain, source_tx_hash, asset, amount } = operation;
  if (sources.get(state, chain, sourceKey(source_tx_hash)) !== id) return;
  sources.remove(state, chain, sourceKey(source_tx_hash));
  countLocked(state, { chain, asset }, -amount);
}

/** Writes the operation and its key in `due`; 0 for none. */
export function keep({ state }: EffectContext, id: string, operation: Operation, due_at: number): void {
  if (operation.due_at > 0) operationsByDueTime.remove(state, operation.due_at, id);
  if (due_at > 0) operationsByDueTime.set(state, true, due_at, id);
  operations.set(state, { ...operation, due_at }, id);
}

function complete(context: EffectContext, id: string, operation: Operation): void {
  const { type, sender, receiver: recipient, asset, amount, source_tx_hash: txHash } = operation;
  const completed_at = Number(context.block.timestamp);
  keep(context, id, { ...operation, status: 'executed', error: '', completed_at }, 0);
  const what = { operationId: id, operationType: type, chainId: otherChain(operation) };
  context.emit(bridgeOperationExecutedEvent.log({ ...what, sender, recipient, asset, amount, txHash }));
}

/** The daily limit is reset when the day ends. */
function fail(context: EffectContext, id: string, operation: Operation, over: ModuleFault): void {
  const { state, block } = context;
  const retry_count = operation.retry_count + (operation.status === 'failed' ? 1 : 0);
  const retryAt =
    over.code === fault.aboveDailyLimit.code
      ? dayEnd(currentLimiter(state, block, operation.source_chain))
      : soon(context);
  const failed: Operation = { ...operation, status: 'failed', retry_count, error: textOf(over) };
  delay(context, id, failed, retry_count < maxRetries ? retryAt : 0);
}

function delay(context: EffectContext, id: string, operation: Operation, retryAt: number): void {
  keep(context, id, operation, retryAt);
  context.emit(operationDelayedEvent.log({ operationId: id, reason: operation.error, retryAt: BigInt(retryAt) }));
}

function soon({ state, block }: EffectContext): number {
  return Number(block.timestamp) + bridgeParams.get(state).retry_interval_secs;
}

const textOf = ({ reason, code }: ModuleFault): string => `${reason} (${code})`;
