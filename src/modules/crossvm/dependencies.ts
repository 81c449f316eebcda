import type { CallContext, CheckContext } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';

/** A payment of `amount` wei from an SVM-only account, in base58, to a native one. */
type Withdrawal = { readonly account: string; readonly to: Address; readonly amount: bigint };

/** How coins reach and leave SVM-only accounts. */
export type SvmAccounts = {
  /** gas of a withdrawal, charged before its signature is verified */
  readonly withdrawalGas: bigint;
  depositFault(state: StateView, account: string, wei: bigint): ModuleFault | undefined;
  /** credits wei that the svm module has received */
  creditDeposit(context: CallContext, account: string, wei: bigint): void;
  withdrawalFault(context: CheckContext, withdrawal: Withdrawal, signature: Uint8Array): ModuleFault | undefined;
  payWithdrawal(context: CallContext, withdrawal: Withdrawal): void;
};

/** What this module needs of other modules; `modules/index.ts` provides it. */
export type Dependencies = {
  /** whether the account may act for the network */
  isAuthority(state: StateView, account: Address): boolean;
  readonly svmAccounts: SvmAccounts;
};
