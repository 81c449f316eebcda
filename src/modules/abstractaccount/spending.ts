import { type CallContext, ModuleCallError } from '../../kernel/module-sdk/call.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { fault } from './faults.ts';
import { accounts, authenticators, type Rule, spendings } from './records.ts';

const secondsPerDay = 86_400n;

/**
 * Counts what one of its keys has spent from the account, in uqor. Throws a ModuleCallError when a rule of the account
 * allows less.
 */
export function countSpending({ state, block }: CallContext, account: Address, key: string, spent: bigint): bigint {
  const used = authenticators.get(state, account, key);
  if (spent === 0n) return 0n;
  if (used === undefined) throw new ModuleCallError(fault.notFound()); // another account has taken the key meanwhile
  const today = Number(block.timestamp / secondsPerDay);
  const sum = spent + (used.spent_day === today ? used.spent : 0n);
  const rules = accounts.get(state, account)?.rules ?? [];
  if (rules.some((rule) => rule.enabled && exceeds(rule, spent, sum)))
    throw new ModuleCallError(fault.spendingLimitExceeded());
  authenticators.set(state, { ...used, spent_day: today, spent: sum }, account, key);
  spendings.set(state, spentBy(state, account) + spent, account);
  return spent;
}

/** Uqor that all keys of the account have spent so far. */
export function spentBy(state: StateView, account: Address): bigint {
  return spendings.get(state, account) ?? 0n;
}

function exceeds({ per_tx_limit, daily_limit }: Rule, spent: bigint, sum: bigint): boolean {
  return (per_tx_limit > 0n && spent > per_tx_limit) || (daily_limit > 0n && sum > daily_limit);
}
