import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { settledPosition } from '#qord/modules/xqore/holding.ts';
import { xqoreParams } from '#qord/modules/xqore/params.ts';
import { indexScale, type Position, positions } from '#qord/modules/xqore/records.ts';
import { type Address, toBech32 } from '#qord/primitives/address.ts';
import { weiPerUqor } from '#qord/primitives/units.ts';
import type { WorldState } from '#qord/state/types.ts';
import type { Dice } from '#qord/testing/interfaces/any-value.ts';
import type { ModuleChain } from '#qord/testing/module-chain.ts';
import { createImagination, type ImaginedCalls } from './imagined-calls.ts';

/** Decimals have 18 digits. */
const decimalScale = 10n ** 18n;

/**
 * Returns what lets the holder of a position unlock a part of it, without effect on the chain, and compares what it gets
 * with the rules: the amount less a penalty that is rounded up, and nothing of that penalty.
 */
export function createUnlockCheck(modules: readonly NativeModule[]) {
  const imagine = createImagination(modules);
  return (pick: Dice, network: ModuleChain): readonly string[] => {
    const held = [...positions.list(network.chain.headState())];
    if (held.length === 0) return [];
    const [[owner], { x_balance }] = pick(held);
    const amount = pick([1n, 2n, x_balance / 3n, x_balance - 1n, x_balance]);
    return amount < 1n ? [] : unlockFaults(imagine(network), owner, amount);
  };
}

function unlockFaults(imagined: ImaginedCalls, owner: Address, amount: bigint): readonly string[] {
  const { state, block, call } = imagined;
  const [before, had] = [settledPosition(state, owner), state.balance(owner)];
  if (before === undefined) return [];
  const penalty = penaltyOf(state, before, Number(block.timestamp), amount);
  if (call(owner, 'xqore', 'unlock', { amount }) !== undefined) return []; // a vote may hold it
  const after = settledPosition(state, owner);
  const isAll = amount === before.x_balance;
  const wanted = (amount - penalty) * weiPerUqor + (isAll ? before.accrued / indexScale : 0n);
  const paid = state.balance(owner) - had;
  const name = `unlocking ${amount} of ${before.x_balance} uqor by ${toBech32(owner)}`;
  return [
    ...(paid === wanted ? [] : [`${name} pays ${paid} wei, not ${wanted}`]),
    ...(isAll || after?.accrued === before.accrued ? [] : [`${name} gives it a part of its own penalty`]),
  ];
}

/** uqor, rounded up. */
function penaltyOf(state: WorldState, { lock_time }: Position, now: number, amount: bigint): bigint {
  const tiers = xqoreParams.get(state).penalties.filter(({ held_seconds }) => held_seconds <= now - lock_time);
  const rate = (tiers.at(-1) ?? xqoreParams.get(state).penalties[0])?.rate ?? 0n;
  return (amount * rate + decimalScale - 1n) / decimalScale;
}
