import type { BlockEnvironment } from '../../kernel/engine.ts';
import type { CallContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { formatTime } from '../../primitives/time.ts';
import type { StateView } from '../../state/types.ts';
import { circuitBreakerTrip } from './events.ts';
import { fault } from './faults.ts';
import { bridgeParams } from './params.ts';
import { chains, type Limiter, limiters } from './records.ts';

/** What changing operations needs; both calls and hooks have it. */
export type EffectContext = Pick<CallContext, 'state' | 'block' | 'emit'>;

const dayInSeconds = 86_400;

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
  return last_reset_time + dayInSeconds;
}

/** Why the amount may not move now, or undefined. */
export function limitFault(
  state: StateView,
  block: BlockEnvironment,
  chain: string,
  amount: bigint,
): ModuleFault | undefined {
  const { max_single_transfer = 0n, daily_limit = 0n } = chains.get(state, chain) ?? {};
  if (amount > max_single_transfer) return fault.aboveTransferLimit(`at most ${max_single_transfer}`);
  const limiter = currentLimiter(state, block, chain);
  const left = daily_limit > limiter.current_daily ? daily_limit - limiter.current_daily : 0n;
  return amount > left ? fault.aboveDailyLimit(`${left} until ${formatTime(dayEnd(limiter))}`) : undefined;
}

/** Counts an amount that moves towards the daily limit. */
export function countTowardsDailyLimit({ state, block }: EffectContext, chain: string, amount: bigint): void {
  const limiter = currentLimiter(state, block, chain);
  limiters.set(state, { ...limiter, current_daily: limiter.current_daily + amount }, chain);
}

/**
 * Counts a transfer that was requested or executed, and trips the breaker when there are too many or they are too
 * large.
 */
export function detectAnomaly(context: EffectContext, chain: string, amount: bigint): void {
  const { state, block } = context;
  const { anomaly_operations, anomaly_window_secs, anomaly_volume_multiple } = bridgeParams.get(state);
  const before = currentLimiter(state, block, chain);
  const now = Number(block.timestamp);
  const isNewWindow = now >= before.window_start + anomaly_window_secs;
  const limiter = {
    ...before,
    attempted_daily: before.attempted_daily + amount,
    window_operations: isNewWindow ? 1 : before.window_operations + 1,
    window_start: isNewWindow ? now : before.window_start,
  };
  limiters.set(state, limiter, chain);
  if (limiter.paused) return;
  const { daily_limit = 0n } = chains.get(state, chain) ?? {};
  if (limiter.window_operations > anomaly_operations)
    tripBreaker(context, chain, `more than ${anomaly_operations} transfers in ${anomaly_window_secs} seconds`);
  else if (limiter.attempted_daily > daily_limit * BigInt(anomaly_volume_multiple))
    tripBreaker(context, chain, `more than ${anomaly_volume_multiple} times the daily limit`);
}

/** Stops transfers of a chain until the admin resets the breaker. */
export function tripBreaker({ state, block, emit }: EffectContext, chain: string, reason: string): void {
  const limiter = currentLimiter(state, block, chain);
  limiters.set(state, { ...limiter, paused: true, paused_reason: reason, paused_at: Number(block.number) }, chain);
  emit(circuitBreakerTrip.log({ chainId: chain, reason }));
}
