import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { Permission } from './records.ts';

/**
 * The permission that an EVM message needs; undefined when no key may ever send it. `to` undefined creates a contract.
 */
export type PermissionFor = (state: StateView, to: Address | undefined, data: Uint8Array) => Permission | undefined;

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  readonly permissionFor: PermissionFor;
  /** whether an account acts by hybrid transactions only, so that no other key may act for it */
  readonly isProtected: (state: StateView, account: Address) => boolean;
};
