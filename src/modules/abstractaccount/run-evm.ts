import { type CallContext, ModuleCallError } from '../../kernel/module-sdk/call.ts';
import { OutOfGasError } from '../../kernel/module-sdk/gas-meter.ts';
import { maxNonce } from '../../kernel/transaction/transaction.ts';
import { type Address, asAddress } from '../../primitives/address.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { emptyAccount } from '../../state/account.ts';
import { executedEvent } from './events.ts';
import { type EvmExecution, evmDigest } from './execution-texts.ts';
import { fault } from './faults.ts';
import { keyId } from './records.ts';
import { isSignedBy } from './signature.ts';
import { countSpending, spentBy } from './spending.ts';

/** A message of the EVM that an account sends, whoever relays it. */
export type AccountMessage = {
  readonly account: Address;
  /** 0x… in lower case; empty to create a contract */
  readonly to: string;
  /** wei */
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly gasLimit: bigint;
};

/**
 * Executes what a key has signed. A failed execution uses up the nonce. Version 1 does not sign the gas, so one of whose
 * frames any ran out of gas does not: whoever relays it could have chosen too little on purpose.
 */
export function runEvm(context: CallContext, order: EvmExecution & { readonly signature: Uint8Array }) {
  const { state, caller, emit } = context;
  const { account, scheme, pubkey, signature } = order;
  const spentBefore = spentBy(state, account);
  const result = sendMessage(context, order);
  if (result.isStarved && !isSignedBy(scheme, pubkey, evmDigest(context, order), signature))
    throw new ModuleCallError(fault.notExecutable());
  const success = result.failure === undefined;
  const others = (spentBy(state, account) - spentBefore) * weiPerUqor; // by orders within this one, which are counted
  const spent = countSpending(context, account, keyId(scheme, pubkey), toUqor(result.sent - others));
  emit(executedEvent.log({ account, relayer: caller, success, spent }));
  return resultOf(result);
}

/** Sends a message of the account and counts its nonce. Throws when it cannot begin, and when any gas would be missing. */
export function sendMessage(
  { state, gas, callEvm }: CallContext,
  { account, value, data, gasLimit, ...message }: AccountMessage,
) {
  if (gasLimit > gas.forwardable) throw new OutOfGasError('out of gas');
  const to = asAddress(message.to);
  const held = state.account(account) ?? emptyAccount;
  if (held.nonce >= maxNonce) throw notExecutable('nonce uint64 overflow');
  if (to !== undefined) state.setAccount(account, { ...held, nonce: held.nonce + 1n });
  const result = callEvm({ from: account, to, value, data, gas: gasLimit });
  gas.use(result.gasUsed);
  if (result.isTooDeep) throw notExecutable('max call depth exceeded');
  if (result.isRefused) throw notExecutable(result.failure ?? '');
  return result;
}

const notExecutable = (reason: string) => new ModuleCallError(fault.notExecutable.withReason(reason));

/** What a call that executes a message returns. */
export function resultOf({ failure, output, gasUsed }: ReturnType<CallContext['callEvm']>) {
  const vmError = failure === 'revert' ? 'execution reverted' : (failure ?? '');
  return { success: failure === undefined, ret: output, gasUsed, vmError };
}

/** Rounded up; 0 when orders within have rounded up more. */
function toUqor(wei: bigint): bigint {
  return wei <= 0n ? 0n : (wei + weiPerUqor - 1n) / weiPerUqor;
}
