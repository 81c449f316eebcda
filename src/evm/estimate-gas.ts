import type { ExecutionTurns } from '../kernel/engine.ts';
import { after, ending, type MaybeLater } from '../primitives/maybe-later.ts';
import { type CallFault, CallFaultError, outcomeFault } from './call-fault.ts';
import { applyMessage, applyMessageInTurns, type CallMessage } from './transaction/apply-message.ts';
import type { Applied, ExecutionContext, PausableContext } from './transaction/execution.ts';
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
  return carryOut(search(message, context), context, applyMessage) as bigint;
}

/** The same in turns: a promise stands for what comes after a pause, which rejects with what `turns` reject with. */
export function estimateGasInTurns(
  message: CallMessage,
  context: PausableContext,
  turns: ExecutionTurns,
): MaybeLater<bigint> {
  const { engine } = context;
  const apply = (attempt: CallMessage, place: ExecutionContext) =>
    applyMessageInTurns(attempt, { ...place, engine }, turns);
  return carryOut(search(message, context), context, apply);
}

/** A run that the search wants the result of. */
type Attempt = { readonly message: CallMessage; readonly exactHalt?: true };
type Search<T> = Generator<Attempt, T, Applied>;

function* search(message: CallMessage, context: ExecutionContext): Search<bigint> {
  const allowance = affordableGas(message, context);
  const { intrinsic, floor } = gasCost(message, context.block.fork);
  const least = intrinsic > floor ? intrinsic : floor;
  if (allowance < least) throw new CallFaultError({ code: 'gas-above-allowance', allowance });
  // A plain transfer, the commonest request, is settled in one run.
  if (isPlain(message) && succeeds(yield { message: { ...message, gasLimit: least } })) return least;
  const { outcome, peakGas } = yield { message: { ...message, gasLimit: allowance } };
  const fault = outcomeFault(outcome);
  if (fault === undefined) return yield* bisect(message, least - 1n, allowance, peakGas);
  throw new CallFaultError(fault.code === 'reverted' ? fault : yield* haltFault({ ...message, gasLimit: allowance }));
}

/** `failing` is too little gas, `working` is enough; the search keeps it so and brings the two together. */
function* bisect(message: CallMessage, failing: bigint, working: bigint, peakGas: bigint): Search<bigint> {
  let low = failing;
  let high = working;
  const narrow = function* (gasLimit: bigint): Search<void> {
    if (gasLimit <= low || gasLimit >= high) return;
    if (succeeds(yield { message: { ...message, gasLimit } })) high = gasLimit;
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
function* haltFault(message: CallMessage): Search<CallFault> {
  const { outcome } = yield { message, exactHalt: true };
  const fault = outcomeFault(outcome);
  return fault?.code === 'halted' && fault.reason !== 'out of gas'
    ? fault
    : { code: 'gas-above-allowance', allowance: message.gasLimit };
}

/** Makes the attempts of a search, each on the state as it was. */
function carryOut(
  attempts: Search<bigint>,
  context: ExecutionContext,
  apply: (message: CallMessage, context: ExecutionContext) => MaybeLater<Applied>,
): MaybeLater<bigint> {
  const goOn = (step: IteratorResult<Attempt, bigint>): MaybeLater<bigint> => {
    if (step.done === true) return step.value;
    const { message, exactHalt } = step.value;
    const mark = context.state.snapshot();
    const place = exactHalt === undefined ? context : { ...context, run: { ...context.run, exactHalt } };
    const applied = ending(
      () => apply(message, place),
      () => context.state.revert(mark),
    );
    return after(applied, (result) => goOn(attempts.next(result)));
  };
  return goOn(attempts.next());
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
