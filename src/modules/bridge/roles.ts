import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { fault } from './faults.ts';
import { bridgeParams } from './params.ts';
import { validators } from './records.ts';

/** What the bridge must know of accounts; the list of modules hands it over. */
export type Roles = {
  /** whether the account may act for the network */
  isAuthority(state: StateView, account: Address): boolean;
  /** whether the account operates a validator that signs blocks */
  isActiveOperator(state: StateView, account: Address): boolean;
};

/** The admin of the bridge, or the authority. */
export function isAdmin({ isAuthority }: Roles, { state, caller }: Pick<CheckContext, 'state' | 'caller'>): boolean {
  const { bridge_admin } = bridgeParams.get(state);
  return isAuthority(state, caller) || (bridge_admin !== zeroAddress && bridge_admin === caller);
}

export function adminFault(roles: Roles, context: CheckContext): ModuleFault | undefined {
  return isAdmin(roles, context) ? undefined : fault.notAdmin();
}

/** Why the account may not attest for the chain. */
export function validatorFault(
  { isActiveOperator }: Roles,
  state: StateView,
  account: Address,
  chain: string,
): ModuleFault | undefined {
  const validator = validators.get(state, account);
  if (validator === undefined) return fault.notActiveValidator('it is not registered');
  if (!validator.active) return fault.notActiveValidator('the admin has suspended it');
  if (!isActiveOperator(state, account)) return fault.notActiveValidator('it is not in the active set');
  return validator.supported_chains.includes(chain) ? undefined : fault.validatorNotForChain();
}
