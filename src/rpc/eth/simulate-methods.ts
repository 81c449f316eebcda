import { runSteps } from '../../primitives/maybe-promise.ts';
import { define, optional } from '../dispatch/define.ts';
import type { CallDependencies } from '../execution/call-context.ts';
import type { ExecutionScheduler } from '../execution/execution-scheduler.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import type { Methods } from '../types.ts';
import { simulate } from './simulate/simulate.ts';
import { simulationParam } from './simulate/simulation-request.ts';

/** Simulation of whole blocks. */
export function simulateMethods(dependencies: CallDependencies, scheduler: ExecutionScheduler): Methods {
  return {
    eth_simulateV1: define(
      'Executes blocks of calls, one after the other, on the state after a block; changes are discarded.',
      [simulationParam, optional(blockRefParam, latest)],
      { type: 'array', items: { type: 'object' } },
      ([request, block], call) =>
        scheduler.run(call, (budget) => runSteps(simulate(dependencies, request, block, budget))),
    ),
  };
}
