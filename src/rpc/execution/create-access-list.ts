import { applyMessage } from '../../evm/transaction/apply-message.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import type { AccessList } from '../../kernel/transaction/transaction.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { accessListText } from '../evm-common/json/transaction-json.ts';
import type { CallRequest } from '../params/call-request.ts';
import { AccessListTracer } from './access-list-tracer.ts';
import { type CallTarget, createCallContext } from './call-context.ts';
import { cappedGas, toCallMessage } from './call-message.ts';
import { assertNotStopped, type ExecutionControl, type ExecutionNode } from './execution-kind.ts';

type AccessListResult = { readonly accessList: AccessList; readonly applied: AppliedTransaction };

/** The code may touch other accounts on every run: the search ends after this many. */
const maxRuns = 16;

/**
 * Repeats the call with the list found so far until the list no longer changes (EIP-2930). Throws as an invalid call
 * does.
 */
export function createAccessList(
  node: ExecutionNode,
  request: CallRequest,
  target: CallTarget,
  control: ExecutionControl,
): AccessListResult {
  let accessList = request.accessList ?? [];
  for (let run = 1; ; run++) {
    const tracer = new AccessListTracer(accessList);
    const message = toCallMessage({ ...request, accessList }, cappedGas(request.gas, undefined, node.limits.gasCap));
    const applied = applyMessage(message, createCallContext(node, { ...target, tracer }, control));
    const callee = request.to ?? applied.contractAddress ?? zeroAddress;
    const found = tracer.list(new Set([message.sender, callee, ...node.natives.addresses]));
    if (run === maxRuns || accessListText(found) === accessListText(accessList)) return { accessList, applied };
    accessList = found;
    assertNotStopped(control);
  }
}
