import { treasury } from '../../kernel/module-account.ts';
import { type CallContext, type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { accountField, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import { moveWei } from '../../kernel/pools.ts';
import { shareOf, shareOfRoundedUp } from '../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { xqoreAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { claimedEvent, lockedEvent, unlockedEvent } from './events.ts';
import { accruedWei, penaltyRate, settledPosition, sharingBalance, sharingTotal } from './holding.ts';
import { xqoreParams } from './params.ts';
import { indexScale, newcomers, type Position, positions, sharedRecord, totalsRecord, voteHolds } from './records.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  zeroAmount: [2, 'the amount must be above zero'],
  noPosition: [3, 'no position'],
  aboveLocked: [4, 'more than is locked or held'],
  belowMinimum: [5, 'below the minimum'],
  moduleOff: [7, 'the module is off'],
  heldForVote: [8, 'the xQORE count in a vote that is not over'],
});

const lock = call('lock', {
  doc: 'Lock QOR and receive xQORE one to one. A second lock adds to the position and restarts its time. share_after_seconds later the position has a part in what others pay who leave early: nobody gains by locking when a large penalty is about to be paid.',
  inputs: { amount: uqor('how much to lock') },
  gas: 60_000n,
  example: ['100qor'],
  fault: ({ state, caller }, { amount }) => {
    const { enabled, min_lock_amount } = xqoreParams.get(state);
    if (!enabled) return fault.moduleOff();
    if (amount === 0n) return fault.zeroAmount();
    if (amount < min_lock_amount) return fault.belowMinimum();
    return amount > uqorBalance(state, caller) ? fault.aboveLocked() : undefined;
  },
  run: (context, { amount }) => {
    const { state, caller, block } = context;
    transferUqor(state, caller, xqoreAddress, amount);
    const held = settledPosition(state, caller);
    const lock_time = Number(block.timestamp);
    const { share_after_seconds } = xqoreParams.get(state);
    changePosition(context, held ?? emptyPosition(context), amount, {
      lock_height: Number(block.number),
      lock_time,
      shares_from: share_after_seconds === 0 ? 0 : lock_time + share_after_seconds,
    });
    context.emit(lockedEvent.log({ owner: caller, amount }));
  },
});

const unlockCall = (dependencies: Dependencies) =>
  call('unlock', {
    doc: 'Give back xQORE and receive QOR less the exit penalty, which falls with the time held and is rounded up to a whole uqor. Those other holders share it, in proportion to their xQORE, whose last lock is share_after_seconds old; the position that pays has no part in it, and without such holders the treasury gets it. Whoever holds several accounts shares with the others what one of them pays.',
    inputs: { amount: uqor('how much to unlock') },
    gas: 80_000n,
    example: ['50qor'],
    fault: (context, { amount }) => {
      if (amount === 0n) return fault.zeroAmount();
      const position = positions.get(context.state, context.caller);
      if (position === undefined) return fault.noPosition();
      const heldUntil = voteHolds.get(context.state, context.caller) ?? 0;
      if (context.block.timestamp < BigInt(heldUntil)) return fault.heldForVote();
      return amount > position.x_balance ? fault.aboveLocked() : undefined;
    },
    run: (context, { amount }) => {
      const { state, caller } = context;
      const position = settledPosition(state, caller);
      if (position === undefined) return;
      const penalty = shareOfRoundedUp(amount, penaltyRate(state, position, context.block));
      transferUqor(state, xqoreAddress, caller, amount - penalty);
      changePosition(context, position, -amount, {});
      sharePenalty(context, penalty * weiPerUqor, dependencies);
      context.emit(unlockedEvent.log({ owner: caller, amount, penalty }));
    },
  });

const claim = call('claim', {
  doc: 'Pay out the penalties that the position has collected.',
  inputs: {},
  outputs: { amount: withUnit('wei', uint(256, 'paid')) },
  gas: 50_000n,
  fault: ({ state, caller }) => (positions.get(state, caller) === undefined ? fault.noPosition() : undefined),
  run: (context) => {
    const position = settledPosition(context.state, context.caller);
    const amount = position === undefined ? 0n : payAccrued(context, position);
    return { amount };
  },
});

const positionOf = view('positionOf', {
  doc: 'What an account has locked.',
  inputs: { owner: accountField('account') },
  outputs: {
    amount: uqor('locked'),
    xBalance: uint(256, 'xQORE held (6 decimals)'),
    lockTime: withUnit('seconds', uint(64, 'time of the last lock, since 1970')),
    accrued: withUnit('wei', uint(256, 'penalties collected so far')),
  },
  gas: 2_600n,
  run: ({ state }, { owner }) => {
    const position = settledPosition(state, owner);
    if (position === undefined) return { amount: 0n, xBalance: 0n, lockTime: 0n, accrued: 0n };
    const { locked: amount, x_balance: xBalance, lock_time } = position;
    return { amount, xBalance, lockTime: BigInt(lock_time), accrued: accruedWei(position) };
  },
});

/** All calls of the module. */
export const xqoreCalls = (dependencies: Dependencies) => [lock, unlockCall(dependencies), claim, positionOf];

function emptyPosition({ state }: CheckContext): Position {
  const { index } = totalsRecord.get(state);
  return { locked: 0n, x_balance: 0n, lock_height: 0, lock_time: 0, index, accrued: 0n, shares_from: 0 };
}

/** Adds to (or takes from) a settled position and the totals. An emptied position is paid out and removed. */
function changePosition(context: CallContext, position: Position, change: bigint, times: Partial<Position>): void {
  const { state, caller } = context;
  const totals = totalsRecord.get(state);
  const changed = { ...position, ...times, locked: position.locked + change, x_balance: position.x_balance + change };
  const sums = { locked: totals.locked + change, x_balance: totals.x_balance + change };
  const not_sharing = totals.not_sharing + notSharing(changed) - notSharing(position);
  totalsRecord.set(state, { ...totals, ...sums, not_sharing });
  positions.set(state, changed, caller);
  if (position.shares_from > 0) newcomers.remove(state, position.shares_from, caller);
  if (notSharing(changed) > 0n) newcomers.set(state, true, changed.shares_from, caller);
  if (changed.x_balance > 0n) return;
  payAccrued(context, changed);
  removePosition(context);
}

function notSharing(position: Position): bigint {
  return position.x_balance - sharingBalance(position);
}

/** Pays whole wei; the fraction stays with the position. */
function payAccrued({ state, caller, emit }: CallContext, position: Position): bigint {
  const amount = accruedWei(position);
  positions.set(state, { ...position, accrued: position.accrued - amount * indexScale }, caller);
  if (amount === 0n) return 0n;
  moveWei(state, xqoreAddress, caller, amount);
  emit(claimedEvent.log({ owner: caller, amount }));
  return amount;
}

/** Removes a paid-out position; the fraction of a wei it still has waits for the next rebase. */
function removePosition({ state, caller }: CallContext): void {
  const rest = positions.get(state, caller)?.accrued ?? 0n;
  const totals = totalsRecord.get(state);
  totalsRecord.set(state, { ...totals, waiting: totals.waiting + rest });
  positions.remove(state, caller);
}

/**
 * Burns the part of a penalty that is burned, and gives the rest to the holders other than the caller that have a part in
 * penalties by raising their index: that of the caller's position, which is settled, is raised without a gain. The
 * remainder of the division waits for the next rebase.
 */
function sharePenalty(context: CallContext, wei: bigint, { burnCoins }: Dependencies): void {
  const { state, caller } = context;
  const burned = shareOf(wei, xqoreParams.get(state).penalty_burn_rate);
  if (burned > 0n) burnCoins(context, xqoreAddress, burned, 'xqore_penalty');
  const totals = totalsRecord.get(state);
  const counted = { ...totals, burned: totals.burned + burned };
  const own = positions.get(state, caller);
  const others = sharingTotal(state) - (own === undefined ? 0n : sharingBalance(own));
  const kept = wei - burned;
  if (others === 0n) {
    moveWei(state, xqoreAddress, treasury, kept);
    totalsRecord.set(state, counted);
    return;
  }
  const step = (kept * indexScale) / others;
  const index = totals.index + step;
  totalsRecord.set(state, { ...counted, index, waiting: totals.waiting + kept * indexScale - step * others });
  if (own !== undefined) positions.set(state, { ...own, index }, caller);
  sharedRecord.set(state, sharedRecord.get(state) + kept);
}
