import { type CallFault, CallFaultError, outcomeFault } from './call-fault.ts';
import { applyMessage, type CallMessage } from './transaction/apply-message.ts';
import type { Applied, ExecutionContext } from './transaction/execution.ts';
import { TransactionFaultError } from './transaction/fault.ts';
import { gasCost } from './transaction/gas-cost.ts';

/** Gas that CALL gives along with value, and that a caller must own beyond what it spends. */
const callStipend = 2_300n;

/**
 * The gas limit at which the call succeeds while one less makes it fail. `message.gasLimit` is the most that is tried;
 * what the sender can pay bounds it too. Runs on `context.state` and leaves it as it was.
 *
 * Throws a CallFaultError when the call fails with all the gas there is, a TransactionFaultError when it is not valid.
 */
export function estimateGas(message: CallMessage, context: ExecutionContext): bigint {
  const allowance = affordableGas(message, context);
  const attempt = (gasLimit: bigint) => applyAndUndo({ ...message, gasLimit }, context);
  const { intrinsic, floor } = gasCost(message, context.block.fork);
  const least = intrinsic > floor ? intrinsic : floor;
  if (allowance < least) throw new CallFaultError({ code: 'gas-above-allowance', allowance });
  // A plain transfer, the commonest request, is settled in one run.
  if (isPlain(message) && succeeds(attempt(least))) return least;
  const { outcome, peakGas } = attempt(allowance);
  const fault = outcomeFault(outcome);
  if (fault === undefined) return bisect(attempt, least - 1n, allowance, peakGas);
  throw new CallFaultError(fault.code === 'reverted' ? fault : haltFault({ ...message, gasLimit: allowance }, context));
}

type Attempt = (gasLimit: bigint) => Applied;

/** `failing` is too little gas, `working` is enough; the search keeps it so and brings the two together. */
function bisect(attempt: Attempt, failing: bigint, working: bigint, peakGas: bigint): bigint {
  let low = failing;
  let high = working;
  const narrow = (gasLimit: bigint) => {
    if (gasLimit <= low || gasLimit >= high) return;
    if (succeeds(attempt(gasLimit))) high = gasLimit;
    else low = gasLimit;
  };
  // What the run used is mostly the answer, or, with calls that keep 1/64 of the gas back (EIP-150), not far below it.
  narrow(peakGas);
  narrow(peakGas - 1n);
  narrow(((peakGas + callStipend) * 64n) / 63n);
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    narrow(middle > low * 2n ? low * 2n : middle); // the answer is rarely far above what is known to fail
  }
  return high;
}

function applyAndUndo(message: CallMessage, context: ExecutionContext): Applied {
  const mark = context.state.snapshot();
  try {
    return applyMessage(message, context);
  } finally {
    context.state.revert(mark);
  }
}

function succeeds({ outcome }: Applied): boolean {
  return outcome.status === 'success';
}

function isPlain({ to, data, accessList, authorizations }: CallMessage): boolean {
  return to !== undefined && data.length === 0 && accessList.length === 0 && authorizations.length === 0;
}

/** The gas limit, or as much of it as the sender's balance pays for beyond the value. */
function affordableGas({ sender, value, gasLimit, feeCap }: CallMessage, { state }: ExecutionContext): bigint {
  if (feeCap === 0n) return gasLimit;
  const balance = state.balance(sender);
  if (balance < value) throw new TransactionFaultError({ code: 'insufficient-funds', balance, cost: value });
  const affordable = (balance - value) / feeCap;
  return affordable < gasLimit ? affordable : gasLimit;
}

/** Why the call halts with all the gas there is. */
function haltFault(message: CallMessage, context: ExecutionContext): CallFault {
  const exactly = { ...context, run: { ...context.run, exactHalt: true } };
  const fault = outcomeFault(applyAndUndo(message, exactly).outcome);
  return fault?.code === 'halted' && fault.reason !== 'out of gas'
    ? fault
    : { code: 'gas-above-allowance', allowance: message.gasLimit };
}
