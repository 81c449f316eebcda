import { base58 } from '@scure/base';
import { type CallContext, type CheckContext, ModuleCallError } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { moveWei } from '../../kernel/pools.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { svmAddress } from '../addresses.ts';
import type { SvmAccounts } from './dependencies.ts';
import { fault } from './faults.ts';
import type { VmName } from './records.ts';
import { evmTarget } from './target.ts';

/**
 * A call that moves QOR to or from an SVM-only account: no program runs, so it is done at once and waits in no queue.
 */

export type TransferRequest = {
  readonly sourceVm: VmName;
  readonly targetVm: VmName;
  readonly targetContract: string;
  readonly payload: Uint8Array;
  /** uqor */
  readonly funds: bigint;
};

const keyBytes = 32;
const signatureBytes = 64;

/** Coins without a payload go to the SVM side; what comes from there can be nothing but coins. */
export function isSvmTransfer({ sourceVm, targetVm, payload, funds }: TransferRequest): boolean {
  return sourceVm === 'svm' || (targetVm === 'svm' && payload.length === 0 && funds > 0n);
}

/** The checks that need no signature. */
export function svmTransferFault(
  { state }: CheckContext,
  request: TransferRequest,
  { depositFault }: SvmAccounts,
): ModuleFault | undefined {
  const { sourceVm, targetVm, targetContract, payload, funds } = request;
  if (sourceVm !== 'svm') return explained(depositFault(state, targetContract, funds * weiPerUqor));
  if (targetVm !== 'evm' || funds === 0n || payload.length !== keyBytes + signatureBytes)
    return fault.svmDisabled(wayOut);
  return evmTarget(targetContract) === undefined ? fault.noSuchTarget() : undefined;
}

const wayOut =
  'QOR comes back with --funds and, as the payload, the 32-byte key and its 64-byte signature of svm.withdrawalDigest, or with `svm withdraw`';

/** Moves the coins. Throws a ModuleCallError when the signature does not allow it. */
export function runSvmTransfer(context: CallContext, request: TransferRequest, svm: SvmAccounts): void {
  const { sourceVm, targetContract, payload, funds } = request;
  const amount = funds * weiPerUqor;
  if (sourceVm !== 'svm') {
    moveWei(context.state, context.caller, svmAddress, amount);
    svm.creditDeposit(context, targetContract, amount);
    return;
  }
  const to = evmTarget(targetContract);
  if (to === undefined) return;
  context.gas.useForWork(svm.withdrawalGas);
  const withdrawal = { account: base58.encode(payload.subarray(0, keyBytes)), to, amount };
  const found = explained(svm.withdrawalFault(context, withdrawal, payload.subarray(keyBytes)));
  if (found !== undefined) throw new ModuleCallError(found);
  svm.payWithdrawal(context, withdrawal);
}

/** Reports a fault of the module svm with its own number and text. */
function explained(found: ModuleFault | undefined): ModuleFault | undefined {
  return found && fault.transferRejected(`svm: ${found.reason} (${found.code})`);
}
