import type { EndBlockContext } from '../../kernel/module.ts';
import type { ViewContext } from '../../kernel/module-sdk/call.ts';
import { firstDue } from '../../kernel/module-sdk/due.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { Address } from '../../primitives/address.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { stakingAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { redelegationSlashedEvent } from './events.ts';
import { fault } from './faults.ts';
import { afterSlashes } from './liability.ts';
import { stakingParams } from './params.ts';
import { type Liability, totalsRecord, validators } from './records.ts';
import {
  type Redelegation,
  redelegations,
  redelegationsByTime,
  redelegationsInto,
  redelegationsToSlash,
} from './redelegation-records.ts';
import { changeStake, sharesOf, uqorOfShares } from './stake.ts';

/*
 * Coins that moved from one validator to another can still be slashed for what the first did while they were bonded
 * with it: for the unbonding time, as in the staking module of Cosmos. A slash reaches `rowsPerBlock` redelegations in
 * each block; before an account takes coins from the new validator, its own are settled, so that no account escapes it.
 * What is undelegated comes from redelegated coins first, and its liability goes with it.
 */

/** Redelegations that a block slashes, and that it forgets, at most. */
const rowsPerBlock = 200;

/** For each redelegation that a call looks at, and for each that it slashes and forgets. */
export const gasOfRedelegation = { read: 5_000n, settle: 15_000n } as const;

type Context = Pick<EndBlockContext, 'state' | 'block' | 'emit'>;
type Effects = Pick<Dependencies, 'rewards' | 'burnCoins'>;
type Charged = Pick<ViewContext, 'state' | 'gas'>;
type Opening = Pick<Redelegation, 'delegator' | 'to' | 'shares'> & { readonly height: number; readonly time: number };

/** Why an account may not redelegate: from where its coins came less than the unbonding time ago, or too often. */
export function redelegationFault(
  state: StateView,
  delegator: Address,
  from: Address,
  to: Address,
): ModuleFault | undefined {
  if (from === to) return fault.sameValidator();
  if (idsInto(state, delegator, from).length > 0) return fault.transitiveRedelegation();
  const { max_entries } = stakingParams.get(state);
  return idsInto(state, delegator, to).length >= max_entries ? fault.tooManyRedelegations() : undefined;
}

/** Records a redelegation; `time` in seconds since 1970. */
export function openRedelegation(state: WorldState, from: Address, { height, time, ...opening }: Opening): void {
  const totals = totalsRecord.get(state);
  const id = totals.next_redelegation;
  totalsRecord.set(state, { ...totals, next_redelegation: id + 1 });
  const completion = time + stakingParams.get(state).unbonding_seconds;
  const slashes = validators.get(state, from)?.slashes ?? 0;
  indexRedelegation(state, from, id, { ...opening, completion, started_height: height, slashes });
}

/** Writes a redelegation with the records derived from it. */
export function indexRedelegation(state: WorldState, from: Address, id: number, redelegation: Redelegation): void {
  redelegations.set(state, redelegation, from, id);
  redelegationsByTime.set(state, from, redelegation.completion, id);
  redelegationsInto.set(state, from, redelegation.delegator, redelegation.to, id);
}

/** Shares of a delegation that are left of it once all redelegations are slashed that slashes have not yet reached. */
export function sharesLeft(state: StateView, delegator: Address, operator: Address): bigint {
  let shares = sharesOf(state, delegator, operator);
  for (const [id, from] of idsInto(state, delegator, operator)) {
    const found = redelegations.get(state, from, id);
    if (found !== undefined) shares -= found.shares - sharesAfterSlashes(state, from, found);
  }
  return shares;
}

/** Charges a call for the redelegations of an account to a validator, before it looks at them. */
export function chargeRedelegations(
  { state, gas }: Charged,
  delegator: Address,
  to: Address,
  use: keyof typeof gasOfRedelegation,
): void {
  gas.useForWork(gasOfRedelegation[use] * BigInt(idsInto(state, delegator, to).length));
}

/** Slashes what an account has redelegated to a validator, as far as slashes have not yet reached it. */
export function settleRedelegations(context: Context, effects: Effects, delegator: Address, to: Address): void {
  for (const [id, from] of idsInto(context.state, delegator, to)) settle(context, effects, from, id);
}

/**
 * Takes shares that are undelegated from the redelegations of an account to a validator, the first first. Returns what
 * of `uqor` stays liable for which validators.
 */
export function takeRedelegated(
  state: WorldState,
  { delegator, to, shares, uqor }: Pick<Redelegation, 'delegator' | 'to' | 'shares'> & { readonly uqor: bigint },
): readonly Liability[] {
  const taken: Liability[] = [];
  let wanted = shares;
  for (const [id, from] of idsInto(state, delegator, to)) {
    const found = redelegations.get(state, from, id);
    if (found === undefined || wanted === 0n) continue;
    const part = found.shares < wanted ? found.shares : wanted;
    wanted -= part;
    const { started_height, slashes } = found;
    taken.push({ operator: from, amount: (uqor * part) / shares, started_height, slashes });
    if (part === found.shares) forget(state, from, id, found);
    else redelegations.set(state, { ...found, shares: found.shares - part }, from, id);
  }
  return taken;
}

/** Lets the slashes of validators reach the coins that have left them. */
export function slashRedelegations(context: EndBlockContext, effects: Effects): void {
  const { state } = context;
  let rows = rowsPerBlock;
  for (const [[from], next] of [...redelegationsToSlash.list(state)]) {
    const ids: number[] = [];
    for (const [[, id]] of redelegations.list(state, [from], [from, next])) {
      if (ids.length === rows) break;
      ids.push(id);
    }
    for (const id of ids) settle(context, effects, from, id);
    rows -= ids.length;
    if (rows > 0) redelegationsToSlash.remove(state, from);
    else redelegationsToSlash.set(state, (ids.at(-1) ?? next - 1) + 1, from);
    if (rows === 0) break;
  }
}

/** Forgets redelegations whose time is over, after their last slashes. */
export function forgetRedelegations(context: EndBlockContext, effects: Effects): void {
  const { state, block } = context;
  const due = firstDue(redelegationsByTime.list(state), ([[time]]) => BigInt(time) <= block.timestamp, rowsPerBlock);
  for (const [[, id], from] of due) {
    const settled = settle(context, effects, from, id);
    if (settled !== undefined) forget(state, from, id, settled);
  }
}

function settle(context: Context, { rewards, burnCoins }: Effects, from: Address, id: number) {
  const { state, emit } = context;
  const found = redelegations.get(state, from, id);
  const slashes = validators.get(state, from)?.slashes;
  if (found === undefined || slashes === undefined || slashes === found.slashes) return found;
  const settled = { ...found, shares: sharesAfterSlashes(state, from, found), slashes };
  redelegations.set(state, settled, from, id);
  const { delegator, to } = found;
  const lost = found.shares - settled.shares;
  const target = validators.get(state, to);
  if (lost === 0n || target === undefined) return settled;
  const amount = uqorOfShares(target, lost);
  changeStake(state, rewards, delegator, to, { tokens: -amount, shares: -lost });
  burnCoins(context, stakingAddress, amount * weiPerUqor, 'slash');
  emit(redelegationSlashedEvent.log({ delegator, from, to, amount }));
  return settled;
}

function sharesAfterSlashes(
  state: StateView,
  from: Address,
  { shares, started_height, slashes }: Redelegation,
): bigint {
  return afterSlashes(state, { operator: from, amount: shares, started_height, slashes });
}

function forget(state: WorldState, from: Address, id: number, { delegator, to, completion }: Redelegation): void {
  redelegations.remove(state, from, id);
  redelegationsByTime.remove(state, completion, id);
  redelegationsInto.remove(state, delegator, to, id);
}

/** Number and left validator of the redelegations of an account to a validator; at most `max_entries`. */
function idsInto(state: StateView, delegator: Address, to: Address): readonly (readonly [number, Address])[] {
  return Array.from(redelegationsInto.list(state, [delegator, to]), ([[, , id], from]) => [id, from] as const);
}
