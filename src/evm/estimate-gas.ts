import type { TimeSlices } from '../kernel/engine.ts';
import { type AsyncSteps, andFinally, awaitValue, type MaybePromise, runSteps } from '../primitives/maybe-promise.ts';
import { type CallFault, CallFaultError, outcomeFault } from './call-fault.ts';
import { applyMessage, applyMessageInSlices, type CallMessage } from './transaction/apply-message.ts';
import type { AppliedTransaction, ExecutionContext, PausableContext } from './transaction/execution.ts';
import { TransactionFaultError } from './transaction/fault.ts';
import { gasCost } from './transaction/gas-cost.ts';

/** Gas that CALL adds to a transfer of value; the caller must have it in addition to what it spends. */
const callStipend = 2_300n;

/**
 * A gas limit with which the call succeeds while it fails with one gas less. `message.gasLimit` is the highest limit that is tried; it is
 * lowered to what the sender can pay for. Runs on `context.state` and restores it.
 *
 * Throws a CallFaultError when the call fails at the highest limit, a TransactionFaultError when it is not valid.
 */
export function estimateGas(message: CallMessage, context: ExecutionContext): bigint {
  // without time slices no attempt pauses
  return runSteps(search(message, context, attemptsOn(context, applyMessage))) as bigint;
}

/** As `estimateGas`, in time slices. A promise is returned when it pauses; it rejects when `slices` reject. */
export function estimateGasInSlices(
  message: CallMessage,
  context: PausableContext,
  slices: TimeSlices,
): MaybePromise<bigint> {
  const { engine } = context;
  const apply = (attempt: CallMessage, attemptContext: ExecutionContext) =>
    applyMessageInSlices(attempt, { ...attemptContext, engine }, slices);
  return runSteps(search(message, context, attemptsOn(context, apply)));
}

/** Executes the call once, on the original state. */
type Attempt = (message: CallMessage, exactHalt?: true) => AsyncSteps<AppliedTransaction>;

function* search(message: CallMessage, context: ExecutionContext, attempt: Attempt): AsyncSteps<bigint> {
  const allowance = affordableGas(message, context);
  const { intrinsic, floor } = gasCost(message, context.block.fork);
  const least = intrinsic > floor ? intrinsic : floor;
  if (allowance < least) throw new CallFaultError({ code: 'gas-above-allowance', allowance });
  // A plain transfer, the most frequent request, takes one run.
  if (isPlain(message) && succeeds(yield* attempt({ ...message, gasLimit: least }))) return least;
  const highest = { ...message, gasLimit: allowance };
  const { outcome, peakGas } = yield* attempt(highest);
  const fault = outcomeFault(outcome);
  if (fault === undefined) return yield* bisect(message, attempt, least - 1n, allowance, peakGas);
  throw new CallFaultError(fault.code === 'reverted' ? fault : yield* haltFault(highest, attempt));
}

/** Binary search between `failing`, which is too little gas, and `working`, which is enough. */
function* bisect(
  message: CallMessage,
  attempt: Attempt,
  failing: bigint,
  working: bigint,
  peakGas: bigint,
): AsyncSteps<bigint> {
  let low = failing;
  let high = working;
  const narrow = function* (gasLimit: bigint): AsyncSteps<void> {
    if (gasLimit <= low || gasLimit >= high) return;
    if (succeeds(yield* attempt({ ...message, gasLimit }))) high = gasLimit;
    else low = gasLimit;
  };
  // The result is mostly the gas of the first run, or a little more where calls retain 1/64 of the gas (EIP-150).
  yield* narrow(peakGas);
  yield* narrow(peakGas - 1n);
  yield* narrow(((peakGas + callStipend) * 64n) / 63n);
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    yield* narrow(middle > low * 2n ? low * 2n : middle); // the result is rarely far above a limit that fails
  }
  return high;
}

/** Why the call halts at the highest limit. */
function* haltFault(message: CallMessage, attempt: Attempt): AsyncSteps<CallFault> {
  const { outcome } = yield* attempt(message, true);
  const fault = outcomeFault(outcome);
  return fault?.code === 'halted' && fault.reason !== 'out of gas'
    ? fault
    : { code: 'gas-above-allowance', allowance: message.gasLimit };
}

/** Attempts that restore the state. */
function attemptsOn(
  context: ExecutionContext,
  apply: (message: CallMessage, context: ExecutionContext) => MaybePromise<AppliedTransaction>,
): Attempt {
  return (message, exactHalt) => {
    const snapshot = context.state.snapshot();
    const attemptContext = exactHalt === undefined ? context : { ...context, run: { ...context.run, exactHalt } };
    return awaitValue(
      andFinally(
        () => apply(message, attemptContext),
        () => context.state.revert(snapshot),
      ),
    );
  };
}

function succeeds({ outcome }: AppliedTransaction): boolean {
  return outcome.status === 'success';
}

function isPlain({ to, data, accessList, authorizations }: CallMessage): boolean {
  return to !== undefined && data.length === 0 && accessList.length === 0 && authorizations.length === 0;
}

/** The gas limit, at most what the sender's balance pays for after the value. */
function affordableGas({ sender, value, gasLimit, feeCap }: CallMessage, { state }: ExecutionContext): bigint {
  if (feeCap === 0n) return gasLimit;
  const balance = state.balance(sender);
  if (balance < value) throw new TransactionFaultError({ code: 'insufficient-funds', balance, cost: value });
  const affordable = (balance - value) / feeCap;
  return affordable < gasLimit ? affordable : gasLimit;
}
