import { callFaultText, outcomeFault } from '../../evm/call-fault.ts';
import { andThen, runSteps } from '../../primitives/maybe-promise.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define, optional } from '../dispatch/define.ts';
import { accessListText } from '../evm-common/json/transaction-json.ts';
import type { CallDependencies } from '../execution/call-context.ts';
import { assertChainId, paysGas } from '../execution/call-message.ts';
import { type AccessListResult, createAccessList } from '../execution/create-access-list.ts';
import type { ExecutionBudget } from '../execution/execution-budget.ts';
import type { ExecutionScheduler } from '../execution/execution-scheduler.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { callParam } from '../params/call-type.ts';
import { blockOverridesParam, stateOverridesParam } from '../params/overrides.ts';
import { JsonText, type JsonValue, type Methods } from '../types.ts';

/** Access lists of calls. */
export function accessListMethods(dependencies: CallDependencies, scheduler: ExecutionScheduler): Methods {
  return {
    eth_createAccessList: define(
      'The access list of a call (EIP-2930), and the gas that the call uses with it.',
      [callParam, optional(blockRefParam, latest), stateOverridesParam, blockOverridesParam],
      { type: 'object' },
      ([request, block, stateOverrides, blockOverrides], call) => {
        assertChainId(request.chainId, dependencies.chain.identity.chainId);
        const target = { block, stateOverrides, blockOverrides, paysGas: paysGas(request) };
        const attempt = (budget: ExecutionBudget) => runSteps(createAccessList(dependencies, request, target, budget));
        return andThen(scheduler.run(call, attempt), toJson);
      },
    ),
  };
}

function toJson({ accessList, applied }: AccessListResult): JsonValue {
  const fault = outcomeFault(applied.outcome);
  return {
    accessList: new JsonText(accessListText(accessList)),
    error: fault && callFaultText(fault),
    gasUsed: quantity(applied.gasUsed),
  };
}
