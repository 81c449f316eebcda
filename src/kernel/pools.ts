import { type Address, toBech32 } from '../primitives/address.ts';
import { ArithmeticError } from '../primitives/arithmetic-error.ts';
import type { StateView, WorldState } from '../state/types.ts';
import { sum } from './codec/scalars.ts';
import { inUnit, weiAmount } from './codec/units.ts';
import type { Log } from './engine.ts';
import { governanceDeposits, rewardPool, treasury } from './module-account.ts';
import { moduleAddress } from './module-address.ts';
import { eventsOf } from './module-sdk/event.ts';
import { accountField, indexed, uint, withUnit } from './module-sdk/field.ts';
import { recordsOf } from './module-sdk/record.ts';
import { accountKey } from './module-sdk/record-key.ts';
import { supplyAccount } from './supply.ts';

/** An account of the chain itself that holds coins for others. */
export type Pool = {
  readonly account: Address;
  /** wei that the records of its module say are in it, whole; reads all of them */
  owed(state: StateView): bigint;
};

/** The pools of modules, with the names of these. */
export function poolsOf({
  modules,
}: {
  readonly modules: readonly { readonly name: string; readonly pool?: Pool }[];
}): readonly (Pool & { readonly name: string })[] {
  return modules.flatMap(({ name, pool }) => (pool === undefined ? [] : [{ ...pool, name }]));
}

/** 0x0801, and so on: `kernel` has the numbers, since it counts what is in these accounts. */
export const stakingPool = moduleAddress(0x0801);
export const crossvmPool = moduleAddress(0x0901);
export const xqorePool = moduleAddress(0x0d01);
export const rdkPool = moduleAddress(0x0d02);
export const multilayerPool = moduleAddress(0x0d04);
export const svmPool = moduleAddress(0x0d07);

/** The pools whose content is counted with each movement. */
const counted: ReadonlySet<Address> = new Set([
  ...[stakingPool, crossvmPool, xqorePool, rdkPool, multilayerPool, svmPool],
  ...[governanceDeposits, rewardPool],
]);

const { table, single } = recordsOf(supplyAccount);

export const heldCoins = table(
  0xfe,
  'held',
  'Wei that modules have put into an account of the chain itself; what is in it besides is a gift.',
  [accountKey('pool', 'account that holds coins for others')],
  weiAmount,
);
export const giftsRecord = single(
  0xfd,
  'gifts',
  'Wei that somebody gave to accounts of the chain itself, by whatever way: at the end of their block they go to the treasury. The fee collector splits them as fees, and the pool of light nodes keeps them.',
  inUnit(sum, 'wei'),
  0n,
);

export const giftMovedEvent = eventsOf(supplyAccount)(
  'GiftMoved',
  'Coins that somebody gave to an account of the chain itself went to the treasury.',
  {
    account: indexed(accountField('account that they were given to')),
    amount: withUnit('wei', uint(256, 'moved')),
  },
);

/**
 * Counts coins that a module puts into a pool, or takes out of it with a negative change; does nothing for other
 * accounts. Throws an ArithmeticError when a module takes more than it has put in: what belongs to nobody, or to
 * another record, pays nothing.
 */
export function countHeld(state: WorldState, account: Address, change: bigint): void {
  if (change === 0n || !counted.has(account)) return;
  const before = heldCoins.get(state, account);
  if (before === undefined) return; // counted from the end of its first block on
  if (before + change < 0n) throw new ArithmeticError(`${toBech32(account)} holds less than is taken out of it`);
  heldCoins.set(state, before + change, account);
}

/** Moves wei between a module's account and another; a pool holds what it receives. Throws an InsufficientBalanceError. */
export function moveWei(state: WorldState, from: Address, to: Address, wei: bigint): void {
  state.transfer(from, to, wei);
  countHeld(state, from, -wei);
  countHeld(state, to, wei);
}

/** Pays wei to an account that somebody has chosen: coins for a pool are a gift. Throws an InsufficientBalanceError. */
export function payWei(state: WorldState, from: Address, to: Address, wei: bigint): void {
  state.transfer(from, to, wei);
  countHeld(state, from, -wei);
}

/**
 * Moves gifts to the treasury: what is in pools besides what they hold for others, and all that is in the other
 * accounts, which hold nothing. Returns an event for each. Pools of a state that has not counted yet are counted first.
 */
export function moveGifts(state: WorldState, pools: readonly Pool[], others: Iterable<Address>): Log[] {
  const ofPools = pools.map(({ account, owed }) => [account, heldBy(state, account, owed)] as const);
  const kept = new Map([...[...others].map((account) => [account, 0n] as const), ...ofPools]);
  const events: Log[] = [];
  for (const [account, held] of kept) {
    const amount = state.balance(account) - held;
    if (amount <= 0n) continue;
    state.transfer(account, treasury, amount);
    giftsRecord.set(state, giftsRecord.get(state) + amount);
    events.push(giftMovedEvent.log({ account, amount }));
  }
  return events;
}

/**
 * Begins to count what pools hold, as a genesis has left them. What the records of a module say is in its pool, and is
 * not, comes from the treasury. Throws a RangeError when that has too little.
 */
export function startPools(state: WorldState, pools: ReturnType<typeof poolsOf>): void {
  for (const { name, account, owed } of pools) {
    const held = heldCoins.get(state, account) ?? owed(state);
    const missing = held - state.balance(account);
    if (missing > 0n && missing > state.balance(treasury))
      throw new RangeError(
        `modules.${name}: the records of ${toBech32(account)} need ${missing} wei more than it holds, and the treasury has less`,
      );
    if (missing > 0n) state.transfer(treasury, account, missing);
    if (counted.has(account)) heldCoins.set(state, held, account);
  }
}

/** What is held is what is owed when it is first asked for. An account that is not counted says what it owes. */
function heldBy(state: WorldState, account: Address, owed: Pool['owed']): bigint {
  const held = heldCoins.get(state, account);
  if (held !== undefined || !counted.has(account)) return held ?? owed(state);
  const first = owed(state);
  heldCoins.set(state, first, account);
  return first;
}
