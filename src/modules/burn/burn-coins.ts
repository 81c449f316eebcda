import type { Log } from '../../kernel/engine.ts';
import type { HookEnvironment } from '../../kernel/module.ts';
import { countHeld } from '../../kernel/pools.ts';
import type { Address } from '../../primitives/address.ts';
import { tokensBurnedEvent } from './events.ts';
import { type BurnSource, burns, burnTotalsBySource, statisticsRecord } from './records.ts';

/** Destroys wei of an account and counts them under their source. Throws an InsufficientBalanceError. */
export function burnCoins(
  { state, block, emit }: HookEnvironment & { emit(log: Log): void },
  from: Address,
  wei: bigint,
  source: BurnSource,
): void {
  if (wei === 0n) return;
  state.burn(from, wei);
  countHeld(state, from, -wei);
  const before = statisticsRecord.get(state);
  const number = before.burns + 1;
  statisticsRecord.set(state, { ...before, burns: number });
  burnTotalsBySource.set(state, (burnTotalsBySource.get(state, source) ?? 0n) + wei, source);
  burns.set(state, { source, wei, height: Number(block.number) }, number);
  emit(tokensBurnedEvent.log({ channel: source, amount: wei }));
}
