import { account } from '../../kernel/codec/scalars.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import type { StateView } from '../../state/types.ts';
import { authorityAddress } from '../addresses.ts';

export const authorityParams = paramsOf(authorityAddress, {
  /** may change parameters; the zero address when nobody may */
  account: param(account, zeroAddress, { development: developmentAccounts[0]?.address ?? zeroAddress }),
});

/** Whether the account may act for the network. */
export function isAuthority(state: StateView, caller: Address): boolean {
  return caller !== zeroAddress && authorityParams.get(state).account === caller;
}
