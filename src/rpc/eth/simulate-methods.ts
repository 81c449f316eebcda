import { define, optional } from '../dispatch/define.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../method.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { simulateExecution } from './simulate/simulate.ts';
import { simulationParam } from './simulate/simulation-request.ts';

/** Simulation of whole blocks. */
export function simulateMethods(executor: Executor): Methods {
  return {
    eth_simulateV1: define(
      'Executes blocks of calls, one after the other, on the state after a block; changes are discarded.',
      [simulationParam(executor.node.limits.maxOverrideSlots), optional(blockRefParam, latest)],
      { type: 'array', items: { type: 'object' } },
      ([simulation, block], call) => executor.run(simulateExecution, { simulation, block }, call),
    ),
  };
}
