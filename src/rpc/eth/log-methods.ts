import { define, ofChain } from '../dispatch/define.ts';
import { logsSchema } from '../evm-common/schemas.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../method.ts';
import { logRequestParam } from './logs/log-request.ts';
import { logSearchExecution } from './logs/log-search.ts';
import { searchOf } from './logs/search-range.ts';

/** Events of contracts and modules. */
export function logMethods(executor: Executor): Methods {
  const { chain, limits } = executor.node;
  return {
    eth_getLogs: ofChain(
      define(
        `Logs of one block, or of a range of blocks, ${limits.filterCap} at most.`,
        [logRequestParam],
        logsSchema,
        ([request], call) => executor.run(logSearchExecution, searchOf(chain, request), call),
      ),
    ),
  };
}
