import type { CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { fault } from './faults.ts';
import { bridgeParams } from './params.ts';
import { validators } from './records.ts';

/** The admin of the bridge, or the authority. */
export function isAdmin(
  { isAuthority }: Dependencies,
  { state, caller }: Pick<CheckContext, 'state' | 'caller'>,
): boolean {
  const { bridge_admin } = bridgeParams.get(state);
  return isAuthority(state, caller) || (bridge_admin !== zeroAddress && bridge_admin === caller);
}

/** The fault of a caller who may not configure the bridge, or undefined. */
export function adminFault(dependencies: Dependencies, context: CheckContext): ModuleFault | undefined {
  return isAdmin(dependencies, context) ? undefined : fault.notAdmin();
}

/** Why the account may not attest for the chain, or undefined. */
export function validatorFault(
  { activePowerOf }: Dependencies,
  state: StateView,
  account: Address,
  chain: string,
): ModuleFault | undefined {
  const validator = validators.get(state, account);
  if (validator === undefined) return fault.notActiveValidator('it is not registered');
  if (!validator.active) return fault.notActiveValidator('the admin has suspended it');
  if (activePowerOf(state, account) === 0n) return fault.notActiveValidator('it is not in the active set');
  return validator.supported_chains.includes(chain) ? undefined : fault.validatorNotForChain();
}
