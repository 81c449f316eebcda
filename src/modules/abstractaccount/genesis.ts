import type { HookEnvironment } from '../../kernel/module.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { mostSessionKeys, mostSpendingRules } from './params.ts';
import { accounts, authenticators } from './records.ts';

/** Throws a RangeError when an account of a genesis has more keys or rules than any parameters allow: all are read together. */
export function assertFewKeys({ state }: HookEnvironment): void {
  const keys = new Map<Address, number>();
  for (const [[account]] of authenticators.list(state)) keys.set(account, (keys.get(account) ?? 0) + 1);
  for (const [account, count] of keys)
    if (count > mostSessionKeys)
      throw new RangeError(`abstractaccount: ${toBech32(account)} has ${count} keys; at most ${mostSessionKeys}`);
  for (const [[account], { rules }] of accounts.list(state))
    if (rules.length > mostSpendingRules)
      throw new RangeError(
        `abstractaccount: ${toBech32(account)} has ${rules.length} rules; at most ${mostSpendingRules}`,
      );
}
