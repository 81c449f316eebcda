import { applyMessageInSlices } from '../../evm/transaction/apply-message.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import type { AccessList } from '../../kernel/transaction/transaction.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { type AsyncSteps, awaitValue } from '../../primitives/maybe-promise.ts';
import { accessListText } from '../evm-common/json/transaction-json.ts';
import type { CallRequest } from '../params/call-request.ts';
import { AccessListTracer } from './access-list-tracer.ts';
import { type CallDependencies, type CallTarget, createCallContext } from './call-context.ts';
import { cappedGas, toCallMessage } from './call-message.ts';
import { type ExecutionBudget, yieldTimeSlice } from './execution-budget.ts';

export type AccessListResult = { readonly accessList: AccessList; readonly applied: AppliedTransaction };

/** A list that changes with every run of the code it is made for would never be found. */
const maxRuns = 16;

/** What the call touches when it is run with that very list (EIP-2930). Throws like a call that is not valid. */
export function* createAccessList(
  parts: CallDependencies,
  request: CallRequest,
  place: CallTarget,
  time: ExecutionBudget,
): AsyncSteps<AccessListResult> {
  let accessList = request.accessList ?? [];
  for (let run = 1; ; run++) {
    const tracer = new AccessListTracer(accessList);
    const message = toCallMessage({ ...request, accessList }, cappedGas(request.gas, undefined, parts.limits.gasCap));
    const context = createCallContext(parts, { ...place, tracer, shouldStop: () => time.isExhausted() });
    const applied = yield* awaitValue(applyMessageInSlices(message, context, time));
    const target = request.to ?? applied.contractAddress ?? zeroAddress;
    const found = tracer.list(new Set([message.sender, target, ...parts.natives.addresses]));
    if (run === maxRuns || accessListText(found) === accessListText(accessList)) return { accessList, applied };
    accessList = found;
    yield* yieldTimeSlice(time);
  }
}
