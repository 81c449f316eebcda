import type { TimeSlices } from '../kernel/engine.ts';
import { type AsyncSteps, andFinally, awaitValue, type MaybePromise, runSteps } from '../primitives/maybe-promise.ts';
import { type CallFault, CallFaultError, outcomeFault } from './call-fault.ts';
import { applyMessage, applyMessageInSlices, type CallMessage } from './transaction/apply-message.ts';
import type { AppliedTransaction, ExecutionContext, PausableContext } from './transaction/execution.ts';
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
  // nothing comes later where no attempt does
  return runSteps(search(message, context, attemptsOn(context, applyMessage))) as bigint;
}

/** The same in turns: a promise stands for what comes after a pause, which rejects with what `turns` reject with. */
export function estimateGasInSlices(
  message: CallMessage,
  context: PausableContext,
  turns: TimeSlices,
): MaybePromise<bigint> {
  const { engine } = context;
  const apply = (attempt: CallMessage, place: ExecutionContext) =>
    applyMessageInSlices(attempt, { ...place, engine }, turns);
  return runSteps(search(message, context, attemptsOn(context, apply)));
}

/** Carries out one run of the search, on the state as it was. */
type Attempt = (message: CallMessage, exactHalt?: true) => AsyncSteps<AppliedTransaction>;

function* search(message: CallMessage, context: ExecutionContext, attempt: Attempt): AsyncSteps<bigint> {
  const allowance = affordableGas(message, context);
  const { intrinsic, floor } = gasCost(message, context.block.fork);
  const least = intrinsic > floor ? intrinsic : floor;
  if (allowance < least) throw new CallFaultError({ code: 'gas-above-allowance', allowance });
  // A plain transfer, the commonest request, is settled in one run.
  if (isPlain(message) && succeeds(yield* attempt({ ...message, gasLimit: least }))) return least;
  const most = { ...message, gasLimit: allowance };
  const { outcome, peakGas } = yield* attempt(most);
  const fault = outcomeFault(outcome);
  if (fault === undefined) return yield* bisect(message, attempt, least - 1n, allowance, peakGas);
  throw new CallFaultError(fault.code === 'reverted' ? fault : yield* haltFault(most, attempt));
}

/** `failing` is too little gas, `working` is enough; the search keeps it so and brings the two together. */
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
  // What the run used is mostly the answer, or, with calls that keep 1/64 of the gas back (EIP-150), not far below it.
  yield* narrow(peakGas);
  yield* narrow(peakGas - 1n);
  yield* narrow(((peakGas + callStipend) * 64n) / 63n);
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    yield* narrow(middle > low * 2n ? low * 2n : middle); // the answer is rarely far above what is known to fail
  }
  return high;
}

/** Why the call halts with all the gas there is. */
function* haltFault(message: CallMessage, attempt: Attempt): AsyncSteps<CallFault> {
  const { outcome } = yield* attempt(message, true);
  const fault = outcomeFault(outcome);
  return fault?.code === 'halted' && fault.reason !== 'out of gas'
    ? fault
    : { code: 'gas-above-allowance', allowance: message.gasLimit };
}

/** Attempts that leave the state as it was. */
function attemptsOn(
  context: ExecutionContext,
  apply: (message: CallMessage, context: ExecutionContext) => MaybePromise<AppliedTransaction>,
): Attempt {
  return (message, exactHalt) => {
    const mark = context.state.snapshot();
    const place = exactHalt === undefined ? context : { ...context, run: { ...context.run, exactHalt } };
    return awaitValue(
      andFinally(
        () => apply(message, place),
        () => context.state.revert(mark),
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

/** The gas limit, or as much of it as the sender's balance pays for beyond the value. */
function affordableGas({ sender, value, gasLimit, feeCap }: CallMessage, { state }: ExecutionContext): bigint {
  if (feeCap === 0n) return gasLimit;
  const balance = state.balance(sender);
  if (balance < value) throw new TransactionFaultError({ code: 'insufficient-funds', balance, cost: value });
  const affordable = (balance - value) / feeCap;
  return affordable < gasLimit ? affordable : gasLimit;
}
