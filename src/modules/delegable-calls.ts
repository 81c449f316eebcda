import type { NativeModule } from '../kernel/module-sdk/define-module.ts';
import type { Address } from '../primitives/address.ts';
import { toHex } from '../primitives/hex.ts';
import type { PermissionFor } from './abstractaccount/dependencies.ts';
import { isToken } from './bridge/tokens.ts';

type Permission = NonNullable<ReturnType<PermissionFor>>;

/** The calls of modules that a key may make for an account. All others only the account itself can make. */
const delegable: Readonly<Record<string, Permission>> = {
  'bank.send': 'send',
  'bank.sendValue': 'send',
  'staking.delegate': 'delegate',
  'staking.undelegate': 'delegate',
  'staking.redelegate': 'delegate',
  'distribution.withdrawRewards': 'withdraw',
};

/**
 * The permission that a message of the EVM requires: that of the call for a module, otherwise to call or to create
 * contracts. A bridged asset is of the chain itself, also where its token is a contract: limits do not count it.
 */
export function permissionFor(modules: () => readonly NativeModule[]): PermissionFor {
  let found: ReadonlyMap<Address, ReadonlyMap<string, Permission>> | undefined;
  return (state, to, data) => {
    if (to === undefined) return 'deploy';
    found ??= permissionsByAddress(modules());
    const ofModule = found.get(to);
    if (ofModule === undefined) return isToken(state, to) ? undefined : 'evm';
    return ofModule.get(toHex(data.subarray(0, 4)));
  };
}

function permissionsByAddress(modules: readonly NativeModule[]) {
  const rows = modules.flatMap(({ name, contracts, address, calls }) => {
    const permitted = calls.flatMap((call) => {
      const permission = delegable[`${name}.${call.name}`];
      return permission === undefined ? [] : [[call.selector, permission] as const];
    });
    const own = [address, new Map<string, Permission>(permitted)] as const;
    return [own, ...[...contracts.keys()].filter((at) => at !== address).map((at) => [at, new Map()] as const)];
  });
  return new Map<Address, ReadonlyMap<string, Permission>>(rows);
}
