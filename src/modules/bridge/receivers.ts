import { moduleAccounts } from '../../kernel/module-account.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import * as addresses from '../addresses.ts';
import { fault } from './faults.ts';
import { isToken } from './tokens.ts';

/** Accounts of the chain itself from which assets can be moved: by the authority, and as governance. */
const movable: readonly Address[] = [addresses.gasabstractionAddress, addresses.governanceAddress];

const lost: ReadonlySet<Address> = new Set(
  [...Object.values(addresses), ...moduleAccounts].filter((address) => !movable.includes(address)),
);

/** Why an asset that goes to the account could never be moved again, or undefined. */
export function receiverFault(state: StateView, account: Address): ModuleFault | undefined {
  if (account === zeroAddress) return fault.malformed('nobody has the zero address');
  return lost.has(account) || isToken(state, account)
    ? fault.malformed('the account is one of the chain itself, from which nobody could move the asset again')
    : undefined;
}
