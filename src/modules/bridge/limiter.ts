import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { CallContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { formatTime } from '../../primitives/time.ts';
import type { StateView } from '../../state/types.ts';
import { type AssetKind, assetLimitOn, countAsset } from './asset-limiter.ts';
import { circuitBreakerTripEvent } from './events.ts';
import { fault } from './faults.ts';
import { bridgeParams } from './params.ts';
import { type AssetLimit, chains, type Limiter, limiters } from './records.ts';

/** What changing operations needs; both calls and hooks have it. */
export type EffectContext = Pick<CallContext, 'state' | 'block' | 'emit'>;

const daySeconds = 86_400;

/** The current limiter of a chain: when its day is over, a new one has begun. */
export function currentLimiter(state: StateView, block: BlockEnvironment, chain: string): Limiter {
  const now = Number(block.timestamp);
  const kept = limiters.get(state, chain);
  if (kept !== undefined && now < dayEnd(kept)) return kept;
  const pause = kept ?? { paused: false, paused_reason: '', paused_at: 0, window_operations: 0, window_start: now };
  const day = { current_daily: 0n, attempted_daily: 0n, last_reset_time: now, last_reset_height: Number(block.number) };
  return { ...pause, ...day };
}

/** Time at which the daily limit is reset, seconds since 1970. */
export function dayEnd({ last_reset_time }: Limiter): number {
  return last_reset_time + daySeconds;
}

type Move = AssetKind & { readonly amount: bigint };

/** Why the amount may not move now, or undefined: by the limits of the chain, for all its assets, and of the asset. */
export function limitFault(state: StateView, block: BlockEnvironment, move: Move): ModuleFault | undefined {
  const { max_single_transfer = 0n, daily_limit = 0n } = chains.get(state, move.chain) ?? {};
  const limiter = currentLimiter(state, block, move.chain);
  const ofChain = { max_single_transfer, daily_limit, current_daily: limiter.current_daily };
  const ofAsset = assetLimitOn(state, limiter.last_reset_time, move);
  const until = ` until ${formatTime(dayEnd(limiter))}`;
  return (ofAsset && excessFault(move, ofAsset, ` of ${move.asset}`, until)) ?? excessFault(move, ofChain, '', until);
}

function excessFault(
  { amount }: Move,
  {
    max_single_transfer,
    daily_limit,
    current_daily,
  }: Pick<AssetLimit, 'max_single_transfer' | 'daily_limit' | 'current_daily'>,
  what: string,
  until: string,
): ModuleFault | undefined {
  if (amount > max_single_transfer) return fault.aboveTransferLimit(`at most ${max_single_transfer}${what}`);
  const left = daily_limit > current_daily ? daily_limit - current_daily : 0n;
  return amount > left ? fault.aboveDailyLimit(`${left}${what}${until}`) : undefined;
}

/** Counts an amount that moves towards the daily limits of chain and asset. */
export function countTowardsDailyLimit({ state, block }: EffectContext, move: Move): void {
  const limiter = currentLimiter(state, block, move.chain);
  limiters.set(state, { ...limiter, current_daily: limiter.current_daily + move.amount }, move.chain);
  countAsset(state, limiter.last_reset_time, move, move.amount, 0n);
}

/**
 * Transfers of less than one part in so many of the daily limit do not count towards the number of transfers. Anybody
 * may withdraw, so with the default of 50 transfers nobody stops a chain for all others who has less than a twentieth of
 * what may leave it in a day.
 */
const countedParts = 1_000n;

/** Counts a transfer that was requested or executed, and trips the breaker when there are too many or they are too large. */
export function detectAnomaly(context: EffectContext, move: Move): void {
  const { state, block } = context;
  const { chain, asset, amount } = move;
  const { anomaly_operations, anomaly_window_secs, anomaly_volume_multiple } = bridgeParams.get(state);
  const before = currentLimiter(state, block, chain);
  const now = Number(block.timestamp);
  const isNewWindow = now >= before.window_start + anomaly_window_secs;
  const { daily_limit = 0n } = chains.get(state, chain) ?? {};
  const counted = amount * countedParts >= daily_limit ? 1 : 0;
  const limiter = {
    ...before,
    attempted_daily: before.attempted_daily + amount,
    window_operations: (isNewWindow ? 0 : before.window_operations) + counted,
    window_start: isNewWindow ? now : before.window_start,
  };
  limiters.set(state, limiter, chain);
  const ofAsset = countAsset(state, limiter.last_reset_time, move, 0n, amount);
  if (limiter.paused) return;
  const times = BigInt(anomaly_volume_multiple);
  if (limiter.window_operations > anomaly_operations)
    tripBreaker(context, chain, `more than ${anomaly_operations} transfers in ${anomaly_window_secs} seconds`);
  else if (limiter.attempted_daily > daily_limit * times)
    tripBreaker(context, chain, `more than ${times} times the daily limit`);
  else if (ofAsset !== undefined && ofAsset.attempted_daily > ofAsset.daily_limit * times)
    tripBreaker(context, chain, `more than ${times} times the daily limit of ${asset}`);
}

/** Stops transfers of a chain until the admin resets the breaker. */
export function tripBreaker({ state, block, emit }: EffectContext, chain: string, reason: string): void {
  const limiter = currentLimiter(state, block, chain);
  limiters.set(state, { ...limiter, paused: true, paused_reason: reason, paused_at: Number(block.number) }, chain);
  emit(circuitBreakerTripEvent.log({ chainId: chain, reason }));
}
