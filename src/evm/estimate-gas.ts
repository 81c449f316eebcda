import { ExecutionStoppedError, type Outcome } from '../kernel/engine.ts';
import { type CallFault, CallFaultError, outcomeFault } from './call-fault.ts';
import { applyMessage, type CallMessage } from './transaction/apply-message.ts';
import type { AppliedTransaction, ExecutionContext } from './transaction/execution.ts';
import { TransactionFaultError } from './transaction/fault.ts';
import { gasCost } from './transaction/gas-cost.ts';

/** Gas that CALL adds to a transfer of value; the caller must have it in addition to what it spends. */
const callStipendGas = 2_300n;

/**
 * A gas limit with which the call succeeds while it fails with one gas less. `message.gasLimit` is the highest limit
 * that is tried; it is lowered to what the sender can pay for. Runs on `context.state` and restores it.
 *
 * Throws a CallFaultError when the call fails at the highest limit, a TransactionFaultError when it is not valid, an
 * ExecutionStoppedError when `shouldStop` ends it. `onOutcome` gets the first outcome that has all the gas it needs, or
 * that at the highest limit.
 */
export function estimateGas(
  message: CallMessage,
  context: ExecutionContext,
  onOutcome: (outcome: Outcome) => void = () => {},
): bigint {
  const attempt = attemptOn(context);
  const allowance = affordableGas(message, context);
  const { intrinsic, floor } = gasCost(message, context.block.fork);
  const least = intrinsic > floor ? intrinsic : floor;
  if (allowance < least) throw new CallFaultError({ code: 'gas-above-allowance', allowance });
  // A plain transfer, the most frequent request, takes one run.
  if (isPlain(message)) {
    const applied = attempt({ ...message, gasLimit: least });
    if (succeeds(applied)) {
      onOutcome(applied.outcome);
      return least;
    }
  }
  const highest = { ...message, gasLimit: allowance };
  const { outcome, peakGas } = attempt(highest);
  onOutcome(outcome);
  const fault = outcomeFault(outcome);
  if (fault === undefined) return bisect(message, attempt, least - 1n, allowance, peakGas);
  throw new CallFaultError(fault.code === 'reverted' ? fault : haltFault(highest, attempt));
}

/** Binary search between `failing`, which is too little gas, and `working`, which is enough. */
function bisect(message: CallMessage, attempt: Attempt, failing: bigint, working: bigint, peakGas: bigint): bigint {
  let low = failing;
  let high = working;
  const narrow = (gasLimit: bigint): void => {
    if (gasLimit <= low || gasLimit >= high) return;
    if (succeeds(attempt({ ...message, gasLimit }))) high = gasLimit;
    else low = gasLimit;
  };
  // The result is mostly the gas of the first run, or a little more where calls retain 1/64 of the gas (EIP-150).
  narrow(peakGas);
  narrow(peakGas - 1n);
  narrow(((peakGas + callStipendGas) * 64n) / 63n);
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    narrow(middle > low * 2n ? low * 2n : middle); // the result is rarely far above a limit that fails
  }
  return high;
}

/** Why the call halts at the highest limit. */
function haltFault(message: CallMessage, attempt: Attempt): CallFault {
  const { outcome } = attempt(message, true);
  const fault = outcomeFault(outcome);
  return fault?.code === 'halted' && fault.reason !== 'out of gas'
    ? fault
    : { code: 'gas-above-allowance', allowance: message.gasLimit };
}

/** Executes the call once, on the original state. */
type Attempt = (message: CallMessage, exactHalt?: true) => AppliedTransaction;

/**
 * Attempts that restore the state. Each but the first, which ends itself when it takes long, throws an
 * ExecutionStoppedError when it must not begin any more.
 */
function attemptOn(context: ExecutionContext): Attempt {
  let isFirst = true;
  return (message, exactHalt) => {
    if (!isFirst && context.run.shouldStop?.() === true) throw new ExecutionStoppedError('estimate stopped');
    isFirst = false;
    const snapshot = context.state.snapshot();
    try {
      return applyMessage(message, exactHalt ? { ...context, run: { ...context.run, exactHalt } } : context);
    } finally {
      context.state.revert(snapshot);
    }
  };
}

function succeeds({ outcome }: AppliedTransaction): boolean {
  return outcome.status === 'success';
}

function isPlain({ to, data, accessList, authorizations }: CallMessage): boolean {
  return to !== undefined && data.length === 0 && accessList.length === 0 && authorizations.length === 0;
}

/** The gas limit, at most what the sender's balance pays for after the value. */
function affordableGas(message: CallMessage, { state, run }: ExecutionContext): bigint {
  const { sender, value, gasLimit, feeCap } = message;
  if (feeCap === 0n) return gasLimit;
  const balance = state.balance(sender);
  const funds = run.natives.fees?.fundsOf(state, message)?.wei ?? balance - value;
  if (balance < value || funds <= 0n)
    throw new TransactionFaultError({ code: 'insufficient-for-transfer', sender, balance, value });
  const affordable = funds / feeCap;
  return affordable < gasLimit ? affordable : gasLimit;
}
