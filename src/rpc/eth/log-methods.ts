import { define } from '../dispatch/define.ts';
import { logsSchema } from '../evm-common/schemas.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../types.ts';
import { logRequestParam } from './logs/log-request.ts';
import { logSearchExecution } from './logs/log-search.ts';
import { searchOf } from './logs/search-range.ts';

/** Events of contracts and modules. */
export function logMethods(executor: Executor): Methods {
  const { chain, limits } = executor.node;
  return {
    eth_getLogs: define(
      `Logs of a range of blocks or of one block, ${limits.filterCap} at most.`,
      [logRequestParam],
      logsSchema,
      ([request], call) => executor.run(logSearchExecution, searchOf(chain, request), call),
    ),
  };
}
