import { feeCollector, lightNodePool, rewardPool, treasury } from '../../kernel/module-account.ts';
import { totalSupply } from '../../kernel/supply.ts';
import { weiToLamports } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';

/** Accounts of the chain itself, whose balances do not circulate. */
export const reserveAccounts = [feeCollector, lightNodePool, rewardPool, treasury];

/** In lamports, each rounded down but for `circulating`, which is the rest. */
export type Supply = { readonly total: bigint; readonly circulating: bigint; readonly nonCirculating: bigint };

export function supplyOf(state: StateView): Supply {
  const total = weiToLamports(totalSupply(state));
  const held = reserveAccounts.map((address) => state.account(address)?.balance ?? 0n);
  const nonCirculating = weiToLamports(held.reduce((sum, balance) => sum + balance, 0n));
  return { total, circulating: total - nonCirculating, nonCirculating };
}
